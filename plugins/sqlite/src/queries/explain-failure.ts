// Beginnings of SQLite's messages, with what helps.
const ADVICE: readonly (readonly [RegExp, (path: string) => string])[] = [
  [/^no such table/, () => 'See list_tables for the tables there are.'],
  [/^no such column/, () => 'See describe_table for the columns of a table.'],
  [/^file is not a database/, (path) => `${path} is no SQLite database, or it is encrypted.`],
  [/^database is locked/, () => 'Another program is writing to it. Try again.'],
  [
    /^unable to open database file/,
    (path) => `${path} cannot be opened: see its permissions and those of its folder.`,
  ],
];

/** SQLite's own message as a sentence, with advice where there is some. */
export function explainFailure(error: unknown, path: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const advice = ADVICE.find(([pattern]) => pattern.test(message))?.[1](path);
  return advice === undefined ? message : `${message}. ${advice}`;
}
