import { processesWithMarker } from '@toolpool/testing';
import type { Fixture } from './fixture-client.ts';
import { startStdio } from './stdio-fixture.ts';

/** Starts a grandchild that holds the pipes and ends by SIGKILL alone. */
export const STUBBORN_GRANDCHILD = "(trap '' INT TERM HUP; exec sleep 600) &";

let count = 0;

/** Starts a shell script whose processes can be found by the marker. */
export async function startShell(
  script: string,
  shutdown = {},
): Promise<Fixture & { readonly processes: () => number[] }> {
  count += 1;
  const value = `${process.pid}-${count};`;
  const fixture = await startStdio(
    { type: 'stdio', command: 'sh', args: ['-c', script], env: { SHELL_TEST: value } },
    { stdio: { shutdown } },
  );
  return { ...fixture, processes: () => processesWithMarker(`SHELL_TEST=${value}`) };
}

/** How long work takes, in milliseconds. */
export async function timed(work: Promise<void>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}
