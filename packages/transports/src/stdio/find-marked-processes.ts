import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { HOST_ID } from './server-marker.ts';

/** Read in one go: reading is quickest without promises, and a few at a time hold nobody up. */
const SLICE = 32;
/** Servers that close together share a reading. */
const PAUSE_MS = 25;

interface MarkedProcess {
  readonly id: number;
  readonly environment: Buffer;
}

/** What was there before any server descends from none. */
let older: ReadonlySet<string> | undefined;
let current: Promise<readonly MarkedProcess[]> = Promise.resolve([]);
let next: Promise<readonly MarkedProcess[]> | undefined;
let readAt = Number.NEGATIVE_INFINITY;

/** Call it before the first server of this process is spawned. */
export function noteOlderProcesses(): void {
  if (process.platform === 'linux') older ??= new Set(readProcessIds());
}

/**
 * Finds the living processes whose environment holds the marker of a server, from Linux's `/proc`;
 * none elsewhere. Who asks while a reading runs shares the one after it.
 */
export async function findMarkedProcesses(marker: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  next ??= readNext();
  return (await next).filter(({ environment }) => environment.includes(marker)).map(({ id }) => id);
}

async function readNext(): Promise<readonly MarkedProcess[]> {
  await current;
  const waitMs = readAt + PAUSE_MS - performance.now();
  if (waitMs > 0) await delay(waitMs);
  next = undefined;
  current = scanProcesses();
  const found = await current;
  readAt = performance.now();
  return found;
}

async function scanProcesses(): Promise<readonly MarkedProcess[]> {
  const ids = readProcessIds().filter((id) => !older?.has(id));
  const found: MarkedProcess[] = [];
  for (let start = 0; start < ids.length; start += SLICE) {
    if (start > 0) await nextTurn();
    for (const id of ids.slice(start, start + SLICE)) {
      const environment = readEnvironment(id);
      if (environment?.includes(HOST_ID)) found.push({ id: Number(id), environment });
    }
  }
  return found;
}

function readProcessIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Empty for a zombie. */
function readEnvironment(id: string): Buffer | undefined {
  try {
    return readFileSync(`/proc/${id}/environ`);
  } catch {
    // It ended while the folder was read, or is another user's.
    return undefined;
  }
}
