import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fixtureCommand, processesWithMarker, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('./programs/end-of-host.mjs', import.meta.url));

const tools = [{ name: 'work', inputSchema: { type: 'object' } }];
const stages = {
  connect: { hangInitialize: true, ignoreSignals: ['SIGTERM'] },
  call: { tools, replies: { work: { hang: true } }, grandchild: { ignoreTerm: true } },
} as const;

async function endHost(stage: keyof typeof stages, end: string) {
  const marker = `mcp-client-exit-${process.pid}-${stage}-${end}`;
  const entry = JSON.stringify({ ...fixtureCommand(stages[stage]), env: { TEST_MARKER: marker } });
  const host = spawn(process.execPath, [program, stage, end, entry], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(host.stdout, 'data');
  await waitUntil(() => processesWithMarker(marker).length >= (stage === 'call' ? 2 : 1));
  const exited = once(host, 'exit');
  if (end.startsWith('SIG')) host.kill(end as NodeJS.Signals);
  else host.stdin.write('now\n');
  const [code, signal] = await exited;
  await waitUntil(() => processesWithMarker(marker).length === 0, { timeoutMs: 1_000 });
  return { code, signal };
}

describe('the end of a host', () => {
  it.each([
    ['connect', 'SIGINT', { code: null, signal: 'SIGINT' }],
    ['connect', 'exit', { code: 7, signal: null }],
    ['connect', 'throw', { code: 1, signal: null }],
    ['call', 'SIGTERM', { code: null, signal: 'SIGTERM' }],
    ['call', 'SIGHUP', { code: null, signal: 'SIGHUP' }],
    ['call', 'exit', { code: 7, signal: null }],
    ['call', 'throw', { code: 1, signal: null }],
  ] as const)('fault 50: during %s, %s leaves no server behind', async (stage, end, expected) => {
    expect(await endHost(stage, end)).toEqual(expected);
  });
});
