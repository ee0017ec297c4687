import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryDirectory, waitUntil } from '@toolpool/testing';
import { expect, it } from 'vitest';
import { createTokenStore } from '../../src/index.ts';
import { login } from '../logins/logins.ts';
import { startTokenServer, type TokenServer } from './token-server.ts';

const isSoak = process.env.TOOLPOOL_SOAK === '1';
const PROCESSES = 16;
const ROUNDS = isSoak ? 100 : 20;
const program = join(import.meta.dirname, '../programs/ask-for-tokens.mjs');

/** A process that asks for a token at each round. */
class Asker {
  readonly child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(args: readonly string[]) {
    this.child = spawn(process.execPath, [program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const { stdout } = this.child;
    if (stdout === null) throw new Error('no output');
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  /** @returns the token, or `undefined` once the process is gone */
  async ask(now: number): Promise<string | undefined> {
    this.child.stdin?.write(`${JSON.stringify({ now })}\n`);
    const { value, done } = await this.#lines.next();
    return done ? undefined : value;
  }

  async end(): Promise<void> {
    this.child.stdin?.end();
    const { exitCode, signalCode } = this.child;
    if (exitCode === null && signalCode === null) await once(this.child, 'exit');
  }
}

/** Kills the process that sent the last request. @returns which one it was */
function killRefresher(server: TokenServer, askers: readonly Asker[]): number {
  const pid = Number(server.requests.at(-1)?.headers['x-process']);
  process.kill(pid, 'SIGKILL');
  return askers.findIndex(({ child }) => child.pid === pid);
}

it(
  `fault 129: ${PROCESSES} processes renew an expired token once a round, whoever of them is killed: ${ROUNDS} rounds`,
  async () => {
    await using directory = temporaryDirectory();
    await using server = await startTokenServer();
    const store = createTokenStore({ directory: directory.path, keychain: 'none' });
    const mine = login({ tokenEndpoint: server.url });
    await store.update(mine, async () => mine);
    const start = () => new Asker([directory.path, server.url]);
    const askers = Array.from({ length: PROCESSES }, start);
    let now = Date.now();
    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        now += 3_600_000;
        const isKilling = round % 10 === 0;
        const before = server.requests.length;
        if (isKilling) server.misdeed = 'hold';
        const asking = askers.map((asker) => asker.ask(now));
        if (isKilling) {
          await waitUntil(() => server.requests.length > before, { timeoutMs: 30_000 });
          server.misdeed = undefined;
          const index = killRefresher(server, askers);
          expect(await asking[index]).toBeUndefined();
          askers[index] = start();
        }
        const answers = (await Promise.all(asking)).filter((answer) => answer !== undefined);
        expect(new Set(answers)).toEqual(new Set([`access-${round + 1}`]));
        expect(answers).toHaveLength(isKilling ? PROCESSES - 1 : PROCESSES);
        expect(server).toMatchObject({ refreshes: round, revocations: 0 });
        expect(server.requests.length - before).toBe(isKilling ? 2 : 1);
      }
    } finally {
      await Promise.all(askers.map((asker) => asker.end()));
    }
  },
  isSoak ? 600_000 : 120_000,
);
