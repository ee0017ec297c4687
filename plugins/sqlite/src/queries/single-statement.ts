// Quoted texts and names, comments, a run of other characters, or one character.
const TOKENS =
  /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[^'"`[;/-]+|[\s\S]/g;

/**
 * Refuses SQL that is empty or holds more than one statement: SQLite would run the first and drop the
 * others without a word.
 */
export function requireSingleStatement(sql: string): void {
  let statements = 0;
  let inside = false;
  for (const [token] of sql.matchAll(TOKENS)) {
    if (token === ';') inside = false;
    else if (!inside && !isBlank(token)) {
      inside = true;
      statements += 1;
    }
  }
  if (statements === 0) throw new Error('The SQL is empty.');
  if (statements > 1) throw new Error('The SQL holds more than one statement. Send one at a time.');
}

function isBlank(token: string): boolean {
  return token.startsWith('--') || token.startsWith('/*') || token.trim() === '';
}
