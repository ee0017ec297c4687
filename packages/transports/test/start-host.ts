import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childrenOf, processesWithMarker, processStatus, waitUntil } from '@toolpool/testing';

/** A server that ends only by SIGKILL, with a grandchild that is no better. */
const STUBBORN = `trap '' TERM INT HUP; sleep 600 & while :; do sleep 600; done`;

let count = 0;

export interface TestHost {
  readonly host: ChildProcess;
  readonly id: number;
  /** The living processes of its servers. */
  readonly servers: () => number[];
  /** Its children in a session of their own that are no servers. */
  readonly watchdogs: () => number[];
  /** What it has written to standard output. */
  readonly output: () => string;
  readonly exited: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>;
}

/**
 * Starts a program that uses the built package: `start(script?)` starts a server, a stubborn one
 * unless a shell script is given, and resolves with its transport.
 */
export function startHost(
  program: string,
  { wrap = [] }: { readonly wrap?: readonly string[] } = {},
): TestHost {
  count += 1;
  const marker = `${process.pid}-${count}`;
  const source = `
    import { StdioTransport, killAllStdioProcesses } from '@toolpool/transports';
    async function start(script = ${JSON.stringify(STUBBORN)}) {
      const transport = new StdioTransport({
        type: 'stdio', command: 'sh', args: ['-c', script], env: { HOST_TEST: '${marker}' },
      });
      await transport.start();
      return transport;
    }
    ${program}`;
  const [command = process.execPath, ...args] = [...wrap, process.execPath];
  const host = spawn(command, [...args, '--input-type=module', '-e', source], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const id = host.pid ?? 0;
  const chunks: Buffer[] = [];
  host.stdout.on('data', (chunk) => chunks.push(chunk));
  const servers = () => processesWithMarker(`HOST_TEST=${marker}`);
  return {
    host,
    id,
    servers,
    watchdogs: () => {
      const ours = new Set(servers());
      return childrenOf(id).filter(
        (child) => !ours.has(child) && processStatus(child)?.session === child,
      );
    },
    output: () => Buffer.concat(chunks).toString('utf8'),
    exited: once(host, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
  };
}

/**
 * Waits, on a busy machine too. Asks in calm: to look at every process is work that slows what is
 * waited for.
 */
export function eventually(predicate: () => boolean): Promise<void> {
  const askAfterPause = async () => {
    await delay(30);
    return predicate();
  };
  return waitUntil(askAfterPause, { timeoutMs: 30_000 });
}

/** Waits until a host runs so many processes of servers, and its watchdog. */
export async function hostRuns(host: TestHost, processes: number): Promise<void> {
  await eventually(() => host.servers().length >= processes && host.watchdogs().length === 1);
}
