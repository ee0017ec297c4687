import { setTimeout as delay } from 'node:timers/promises';
import { settlesWithin } from '../settles-within.ts';
import type { StdioShutdown } from '../transport-dependencies.ts';
import type { ProcessGroup } from './process-group.ts';

/** What a leader that ended by itself left behind has no more work to finish. Milliseconds. */
const ORPHAN_GRACE_MS = 50;
const ORPHAN_TERMINATE_MS = 150;
/** A process in an uninterruptible system call may outlive SIGKILL; nothing can be done about it. */
const KILL_WAIT_MS = 5000;
const MAX_POLL_MS = 40;

/**
 * Ends a process group step by step: the end of its input, SIGINT, SIGTERM, SIGKILL. Resolves as soon
 * as nothing is left of it.
 */
export async function endProcessGroup(
  group: ProcessGroup,
  endInput: () => void,
  { inputMs = 300, interruptMs = 500, terminateMs = 1000 }: StdioShutdown,
): Promise<void> {
  endInput();
  if (await settlesWithin(group.leaderExited, group.leaderRuns() ? inputMs : 0)) {
    await endOrphans(group);
    return;
  }
  group.signal('SIGINT');
  if (await isGoneWithin(group, interruptMs)) return;
  group.signal('SIGTERM');
  if (await isGoneWithin(group, terminateMs)) return;
  group.signal('SIGKILL');
  await isGoneWithin(group, KILL_WAIT_MS);
}

async function endOrphans(group: ProcessGroup): Promise<void> {
  if (await isGoneWithin(group, ORPHAN_GRACE_MS)) return;
  group.signal('SIGTERM');
  if (await isGoneWithin(group, ORPHAN_TERMINATE_MS)) return;
  group.signal('SIGKILL');
  await isGoneWithin(group, KILL_WAIT_MS);
}

async function isGoneWithin(group: ProcessGroup, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  await settlesWithin(group.leaderExited, ms);
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, MAX_POLL_MS)) {
    if (await group.isGone()) return true;
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return false;
    await delay(Math.min(pauseMs, leftMs));
  }
}
