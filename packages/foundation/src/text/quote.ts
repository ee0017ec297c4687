/**
 * Shows text exactly, as printable ASCII: everything else becomes `\n`, `\t` or `\u{...}` and a
 * backslash becomes two, so that no two texts look alike. For consent to what will run.
 */
export function quoteForApproval(text: string): string {
  throw new Error(`not built: ${text}`);
}
