import type { ChildProcess } from 'node:child_process';
import { readProcessGroups } from './read-process-groups.ts';
import { createWindowsProcessTree } from './windows-process-tree.ts';

/** A child, the leader, and every process that it and its descendants started in its group. */
export interface ProcessGroup {
  /** The leader's process id. */
  readonly id: number;
  readonly leaderExited: Promise<void>;
  leaderRuns(): boolean;
  /** Never throws: who is gone already needs no signal. */
  signal(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void;
  /** Whether nothing is left of it but zombies. */
  isGone(): Promise<boolean>;
}

/** The group of a child that was spawned `detached`; on Windows, its tree. */
export function createProcessGroup(child: ChildProcess, processId: number): ProcessGroup {
  const leaderRuns = () => child.exitCode === null && child.signalCode === null;
  const leaderExited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const leader = { id: processId, leaderExited, leaderRuns };
  if (process.platform === 'win32') return createWindowsProcessTree(leader);
  return {
    ...leader,
    signal(signal) {
      sendSignal(processId, signal);
      // A stopped process takes no other signal before it goes on.
      if (signal !== 'SIGKILL') sendSignal(processId, 'SIGCONT');
    },
    async isGone() {
      if (leaderRuns()) return false;
      return !sendSignal(processId, 0) || (await holdsOnlyZombies(processId));
    },
  };
}

function sendSignal(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-groupId, signal);
  } catch {
    return false;
  }
}

async function holdsOnlyZombies(groupId: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    // Twice: a process that forked and ended during the first reading would hide its child.
    for (const reading of [readProcessGroups, readProcessGroups]) {
      if ((await reading()).has(groupId)) return false;
    }
    return true;
  } catch {
    return false;
  }
}
