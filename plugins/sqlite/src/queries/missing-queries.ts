import type { Queries } from './queries.ts';

/** Stands in where no database is named: every query says how to name one. */
export function createMissingQueries(): Queries {
  return {
    run: async () => {
      throw new Error(
        'No database is set. Set the environment variable SQLITE_DATABASE to the path of an SQLite file, or the setting "database" of this plugin.',
      );
    },
    close: () => undefined,
  };
}
