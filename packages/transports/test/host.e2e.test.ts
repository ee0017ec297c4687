import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processesWithMarker, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';

const SERVER = `trap '' TERM INT HUP; sleep 600 & sleep 600`;

/** Runs a host that starts a server, then does what the script says; resolves with its exit code. */
async function runHost(marker: string, script: string): Promise<number | null> {
  const source = `
    import { StdioTransport, killAllStdioProcesses } from '@toolpool/transports';
    process.on('exit', killAllStdioProcesses);
    const transport = new StdioTransport({
      type: 'stdio', command: 'sh', args: ['-c', ${JSON.stringify(SERVER)}],
      env: { HOST_TEST: '${marker}' },
    });
    ${script}`;
  const host = spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'ignore',
  });
  const [code] = await once(host, 'exit');
  return code;
}

describe('the end of a host', () => {
  it.each([
    ['exits', 'await transport.start(); process.exit(3);', 3],
    [
      'exits while a server starts',
      'void transport.start(); setTimeout(() => process.exit(4), 1);',
      4,
    ],
    ['dies of an error', 'await transport.start(); throw new Error();', 1],
    ['closes and has nothing left to do', 'await transport.start(); await transport.close();', 0],
  ])('fault 50: leaves no process when it %s', async (name, script, code) => {
    const marker = `${process.pid} ${name}`;
    expect(await runHost(marker, script)).toBe(code);
    await waitUntil(() => processesWithMarker(`HOST_TEST=${marker}`).length === 0);
  });
});
