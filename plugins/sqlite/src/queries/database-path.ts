import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The path of a database as a user wrote it; `~/` is the home folder, since no shell saw it. */
export function resolveDatabasePath(written: string, cwd: string): string {
  const path = written.trim();
  return /^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : resolve(cwd, path);
}
