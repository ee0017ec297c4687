import { ToolpoolError } from '@toolpool/foundation/errors';
import { createFixtureServer } from '@toolpool/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHost, type Host, type HostView } from '../src/index.ts';
import { allowAll, hostOf, poolNames, tool } from './hosts.ts';
import { sdkServer, textOf } from './servers.ts';

const NAMES = ['a', 'b', 'c'] as const;
const serversOf = (names: readonly string[]) => names.map((name) => sdkServer(name));

/** Servers of every name, and how many of their sessions are open. */
function countedServers() {
  const sessions = { open: 0 };
  const start = () => {
    const server = createFixtureServer({ tools: [tool('t')] });
    const connect: typeof server.connect = async (transport) => {
      sessions.open += 1;
      Object.assign(transport, { onclose: () => (sessions.open -= 1) });
      await server.connect(transport);
    };
    return { ...server, connect };
  };
  return { sessions, inProcessServers: Object.fromEntries(NAMES.map((name) => [name, start])) };
}

type Step = (host: Host, views: HostView[]) => Promise<unknown>;

const someNames = fc.subarray([...NAMES]);
const name = fc.constantFrom(...NAMES);
const step: fc.Arbitrary<Step> = fc.oneof(
  someNames.map(
    (names): Step =>
      (host) =>
        host.reload({ servers: serversOf(names) }),
  ),
  someNames.map(
    (names): Step =>
      async (host, views) => {
        views.push((views.at(-1) ?? host).createView({ servers: serversOf(names) }));
      },
  ),
  name.map(
    (server): Step =>
      (host, views) =>
        (views.at(-1) ?? host).connect(server),
  ),
  name.map(
    (server): Step =>
      (host, views) =>
        (views[0] ?? host).callTool(`mcp__${server}__t`),
  ),
  fc.constant<Step>(async (_host, views) => views.shift()?.close()),
  fc.constant<Step>((_host, views) => views.pop()?.ready() ?? Promise.resolve()),
  fc.constant<Step>(() => new Promise((resolve) => setImmediate(resolve))),
);

describe('races', () => {
  it('F50: whatever happens at once, failures are typed, sharing holds, and nothing stays open', async () => {
    const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (steps, isLazy) => {
        const { sessions, inProcessServers } = countedServers();
        const options = { servers: serversOf(NAMES), inProcessServers, permissions: allowAll };
        const host = createHost({ ...options, connect: isLazy ? 'lazy' : 'all' });
        const views: HostView[] = [];
        const works: Promise<unknown>[] = [];
        for (const [take, isAwaited] of steps) {
          const work = take(host, views).catch((error: unknown) => {
            if (!ToolpoolError.isInstance(error)) throw error;
          });
          works.push(work);
          if (isAwaited) await work;
          expect(sessions.open).toBeLessThanOrEqual(NAMES.length);
        }
        await Promise.all([host.close(), host.close(), ...works]);
        await new Promise((resolve) => setImmediate(resolve));
        expect(sessions.open).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it('F50: a hundred reloads in flight disturb no call of a server that stays', async () => {
    const { inProcessServers, sessions } = countedServers();
    await using host = await hostOf(
      {},
      { servers: serversOf(NAMES), inProcessServers, permissions: allowAll },
    );
    const works = Array.from({ length: 100 }, async (_, index) => {
      const call = host.callTool('mcp__a__t');
      await host.reload({ servers: serversOf(index % 2 ? ['a'] : ['a', 'b']) });
      return textOf(await call);
    });
    expect(new Set(await Promise.all(works))).toEqual(new Set(['ok']));
    await host.reload({ servers: serversOf(['a', 'c']) });
    await host.ready();
    expect(poolNames(host)).toEqual(['mcp__a__t', 'mcp__c__t']);
    expect(sessions.open).toBe(2);
  });
});
