import { statSync } from 'node:fs';
import { constants, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { refusedAction } from './read-only-rules.ts';

// How long a query waits for a writer that holds the file.
const BUSY_TIMEOUT_MS = 2000;

/** A database that can only be read. */
export interface ReadOnlyDatabase {
  readonly connection: DatabaseSyncInstance;
  /** What the last statement was refused for; reading it forgets it. */
  takeRefusal(): string | undefined;
}

/** Opens an SQLite file for reading alone: by its mode, and by a rule for each action of a statement. */
export function openDatabase(path: string): ReadOnlyDatabase {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new Error(`There is no database file ${path}.`);
  if (!stats.isFile()) throw new Error(`${path} is no file.`);
  const connection = new DatabaseSync(path, {
    readOnly: true,
    readBigInts: true,
    returnArrays: true,
    timeout: BUSY_TIMEOUT_MS,
    limits: { attach: 0 },
  });
  let refusal: string | undefined;
  connection.setAuthorizer((action, first, second) => {
    const refused = refusedAction(action, first, second);
    if (refused === undefined) return constants.SQLITE_OK;
    refusal ??= refused;
    return constants.SQLITE_DENY;
  });
  const takeRefusal = () => {
    const taken = refusal;
    refusal = undefined;
    return taken;
  };
  return { connection, takeRefusal };
}
