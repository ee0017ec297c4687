import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { childrenOf, processesWithMarker } from '@toolpool/testing';

/** A host that was killed at the end of the last test has a watchdog, which takes a moment. */
const WAIT_MS = 5000;
const PREFIX = 'test-run-';

/**
 * Gives every server of this run a marker that begins with the run's own, as in a host that is
 * itself a server; fails the run when a process with it is left at its end. Linux.
 */
export function setup(): (() => Promise<void>) | undefined {
  if (process.platform !== 'linux') return undefined;
  // Each project of the run sets up; the marker is one.
  if (!process.env.TOOLPOOL_SERVER?.startsWith(PREFIX)) {
    process.env.TOOLPOOL_SERVER = `${PREFIX}${randomUUID()}`;
  }
  const run = process.env.TOOLPOOL_SERVER;
  return async () => {
    const deadline = performance.now() + WAIT_MS;
    let left = findLeft(run);
    while (left.length > 0 && performance.now() < deadline) {
      await delay(50);
      left = findLeft(run);
    }
    if (left.length === 0) return;
    // Vitest itself only prints what a teardown throws.
    process.exitCode = 1;
    throw new Error(`The tests left processes behind:\n${left.map(describeProcess).join('\n')}`);
  };
}

function findLeft(run: string): readonly number[] {
  // The processes that run the tests are this one's own children.
  const own = new Set(childrenOf(process.pid));
  return processesWithMarker(`TOOLPOOL_SERVER=${run}`).filter((id) => !own.has(id));
}

function describeProcess(id: number): string {
  try {
    const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return `${id}: ${words.slice(0, 200)}`;
  } catch {
    return String(id);
  }
}
