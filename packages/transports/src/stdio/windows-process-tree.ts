import { spawn } from 'node:child_process';
import type { ProcessGroup } from './process-group.ts';

/** Windows has neither groups nor signals: `taskkill` ends a tree, found by parent ids, at once. */
export function createWindowsProcessTree(
  leader: Pick<ProcessGroup, 'id' | 'leaderExited' | 'leaderRuns'>,
): ProcessGroup {
  return {
    ...leader,
    signal(signal) {
      if (signal === 'SIGINT' || !leader.leaderRuns()) return;
      const options = { stdio: 'ignore', windowsHide: true, detached: true } as const;
      spawn('taskkill', ['/pid', String(leader.id), '/T', '/F'], options)
        .on('error', () => {})
        .unref();
    },
    async isGone() {
      return !leader.leaderRuns();
    },
  };
}
