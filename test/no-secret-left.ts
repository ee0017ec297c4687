import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSecretCanaries } from '@toolpool/testing';

const PREFIX = 'toolpool-run-';

/**
 * Gives the run a temporary folder of its own; fails the run when a file that is left in it holds a
 * secret of a fixture.
 */
export function setup(): (() => void) | undefined {
  // Each project of the run sets up; the folder is one.
  if (tmpdir().includes(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  const outer = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return () => {
    if (outer === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = outer;
    const found = filesOf(folder).filter(holdsSecret);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    if (found.length === 0) return;
    // Vitest itself only prints what a teardown throws.
    process.exitCode = 1;
    throw new Error(`The tests left secrets behind:\n${found.join('\n')}`);
  };
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

function holdsSecret(path: string): boolean {
  return findSecretCanaries(readFileSync(path, 'latin1')).length > 0;
}
