import { mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Makes an empty folder that goes away with its scope: `await using directory = ...`. */
export function temporaryDirectory(): TemporaryDirectory {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'toolpool-test-')));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
