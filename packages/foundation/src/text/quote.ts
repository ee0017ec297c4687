/**
 * Shows text exactly, as printable ASCII: everything else becomes `\n`, `\t` or `\u{...}` and a
 * backslash becomes two, so that no two texts look alike. For consent to what will run.
 */
export function quoteForApproval(text: string): string {
  return text.replace(/[^\x20-\x5b\x5d-\x7e]/gu, quoteCharacter);
}

const SHORT: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t' };

function quoteCharacter(character: string): string {
  return SHORT[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
