/** A place in a text that a value takes. */
export type Reference =
  | { readonly kind: 'variable'; readonly name: string; readonly fallback?: string }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'keychain'; readonly name: string }
  | { readonly kind: 'cmd'; readonly line: string }
  | { readonly kind: 'input'; readonly id: string };

export type Template =
  | { readonly parts: readonly (string | Reference)[]; readonly problem?: never }
  /** The end of a sentence; names the reference, never its default. */
  | { readonly parts?: never; readonly problem: string };

const variableName = /^(?:[A-Za-z_]\w*|user_config\.[\w-]+)$/;

/**
 * Reads `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${file:path}`, `${keychain:name}`, `${cmd:line}`
 * and `${input:id}` in a text; any other `${` is a problem, any other `$` is literal. A default and a
 * command may hold braces in pairs, but no reference. Linear in the length of the text.
 */
export function parseTemplate(text: string): Template {
  const parts: (string | Reference)[] = [];
  let position = 0;
  for (let start = text.indexOf('${'); start !== -1; start = text.indexOf('${', position)) {
    const end = findEnd(text, start + 2);
    if (typeof end !== 'number') return { problem: end.problem };
    const reference = parseReference(text.slice(start + 2, end));
    if (typeof reference === 'string') return { problem: reference };
    if (start > position) parts.push(text.slice(position, start));
    parts.push(reference);
    position = end + 1;
  }
  if (position < text.length) parts.push(text.slice(position));
  return { parts };
}

/** The references of a text, in their order; none when it has a problem. */
export function referencesOf(text: string): readonly Reference[] {
  return (parseTemplate(text).parts ?? []).filter((part) => typeof part !== 'string');
}

/** Position of the brace that closes a reference. */
function findEnd(text: string, start: number): number | { problem: string } {
  let depth = 1;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === '$' && text[index + 1] === '{') {
      return { problem: 'a reference inside a reference, which has no meaning here.' };
    }
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (depth === 0) return index;
  }
  return { problem: 'a "${" without its closing brace.' };
}

function parseReference(body: string): Reference | string {
  const separator = body.indexOf(':-');
  const name = separator === -1 ? body : body.slice(0, separator);
  if (variableName.test(name)) {
    if (separator === -1) return { kind: 'variable', name };
    return { kind: 'variable', name, fallback: body.slice(separator + 2) };
  }
  const secret = parseSecretReference(body);
  if (secret !== undefined) return secret;
  const shown = JSON.stringify(`\${${name.slice(0, 40)}}`);
  return `${shown}, a reference of an unknown form; known are \${NAME}, \${NAME:-default}, \${env:NAME}, \${file:path}, \${keychain:name}, \${cmd:command} and \${input:id}.`;
}

function parseSecretReference(body: string): Reference | undefined {
  const colon = body.indexOf(':');
  const [kind, rest] = [body.slice(0, colon), body.slice(colon + 1)];
  if (rest.trim() === '') return undefined;
  switch (kind) {
    case 'env':
      return /^[A-Za-z_]\w*$/.test(rest) ? { kind, name: rest } : undefined;
    case 'file':
      return { kind, path: rest };
    case 'keychain':
      return { kind, name: rest };
    case 'cmd':
      return { kind, line: rest };
    case 'input':
      return /^[\w.-]+$/.test(rest) ? { kind, id: rest } : undefined;
    default:
      return undefined;
  }
}
