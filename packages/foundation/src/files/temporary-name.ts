import { randomBytes } from 'node:crypto';
import { readdir, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

// Process ids mean something on one machine only, and a folder may be shared by several.
const host = hostname()
  .replace(/[^A-Za-z0-9-]/g, '')
  .slice(0, 64);
const PATTERN = /^\.toolpool-(.*)\.(\d+)\.[0-9a-f]{16}\.tmp$/;

/** A name for a temporary file that tells {@link sweepTemporaryFiles} whose it is. */
export function temporaryName(): string {
  return `.toolpool-${host}.${process.pid}.${randomBytes(8).toString('hex')}.tmp`;
}

const swept = new Set<string>();

/** Removes what died processes left in a folder, once per folder; never fails. */
export async function sweepTemporaryFiles(folder: string): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  const names = await readdir(folder).catch(() => []);
  const stale = names.map((name) => removeIfStale(folder, name));
  await Promise.all(stale);
}

async function removeIfStale(folder: string, name: string): Promise<void> {
  const [, owner, pid] = PATTERN.exec(name) ?? [];
  if (owner !== host) return;
  const path = join(folder, name);
  try {
    if (await isAbandoned(path, Number(pid))) await unlink(path);
  } catch {
    // Gone already, or not ours to remove.
  }
}

async function isAbandoned(path: string, pid: number): Promise<boolean> {
  // In a container each start has the same id: an older file is from an earlier process.
  if (pid === process.pid) {
    const startMs = Date.now() - process.uptime() * 1000;
    return (await stat(path)).mtimeMs < startMs - 1000;
  }
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'ESRCH';
  }
}
