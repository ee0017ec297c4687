import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { explainFailure } from './explain-failure.ts';
import { openDatabase, type ReadOnlyDatabase } from './open-database.ts';
import type { Queries } from './queries.ts';
import { runQuery } from './run-query.ts';

/**
 * Runs queries in this process. They cannot be interrupted: neither a time limit nor an abort ends
 * one that runs.
 */
export function createInlineQueries(path: string): Queries {
  let opened: { readonly database: ReadOnlyDatabase; readonly file: string } | undefined;
  const current = (): ReadOnlyDatabase => {
    const file = identityOf(path);
    // Another file took the place of the one that is open.
    if (opened?.file !== file) close();
    opened ??= { database: openDatabase(path), file };
    return opened.database;
  };
  const close = () => {
    opened?.database.connection.close();
    opened = undefined;
  };
  return {
    async run(request) {
      try {
        const page = runQuery(current(), request);
        return { ...page, version: versionOf(path) };
      } catch (cause) {
        throw new Error(explainFailure(cause, path), { cause });
      }
    },
    close,
  };
}

function identityOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return `${stats?.dev}:${stats?.ino}`;
}

function versionOf(path: string): string {
  const parts = [path, `${path}-wal`].map((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return `${stats?.mtimeMs}:${stats?.size}`;
  });
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 8);
}
