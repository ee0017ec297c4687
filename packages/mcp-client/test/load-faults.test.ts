import { cheapServer, type FixtureScript, processesWithMarker, waitUntil } from '@toolpool/testing';
import { parsePermissionRules } from '@toolpool/tool-core';
import { describe, expect, it } from 'vitest';
import { createHost, type Host } from '../src/index.ts';
import { configured, stdioServer, textOf } from './servers.ts';

const permissions = { rules: parsePermissionRules(), mode: 'bypass' } as const;
const CALLS = 40;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const cheap = (name: string, fields: object = {}) =>
  configured(name, { type: 'stdio', ...cheapServer, ...fields });
const shell = (name: string, script: string, fields: object = {}) =>
  configured(name, { type: 'stdio', command: 'sh', args: ['-c', script], ...fields });

/** Answers the handshake and the list as the cheap server does, then pours out lines without end. */
function flooding(stream: 'stdout' | 'stderr', fields: object) {
  const [command, ...args] = [cheapServer.command, ...cheapServer.args];
  const line = 'x'.repeat(1_000);
  const pour = `while :; do echo ${line}; done${stream === 'stderr' ? ' >&2' : ''}`;
  return shell('bad', `${pour} & exec ${command} '${args.join("' '")}'`, fields);
}

function deepSchema(depth: number): object {
  let schema: object = { type: 'string' };
  for (let level = 0; level < depth; level += 1) {
    schema = { type: 'object', properties: { next: schema } };
  }
  return schema;
}

const hostile: FixtureScript = {
  tools: [
    { name: 'deep', inputSchema: deepSchema(2_000), outputSchema: deepSchema(200) },
    { name: '__proto__', inputSchema: { type: 'object', pattern: '^(a+)+$' } },
    { name: 'wide', inputSchema: { type: 'object', enum: numbers(50_000) } },
    { name: 'regex', inputSchema: { type: 'object' }, outputSchema: { pattern: '^(a+)+$' } },
    null,
  ],
};

/** Calls a tool of every healthy server, many times at once, and gives back what came. */
async function callHealthy(host: Host): Promise<readonly string[]> {
  const calls = numbers(9).flatMap((number) =>
    numbers(CALLS).map(async () => textOf(await host.callTool(`mcp__healthy${number}__echo`))),
  );
  return Promise.all(calls);
}

describe('one bad server', () => {
  it('keeps none of the other nineteen from being used while it hangs', async () => {
    const connectTimeout = 4_000;
    const names = numbers(19).map((number) => `s${String(number).padStart(2, '0')}`);
    await using host = createHost({
      // The first in order, so that everyone else comes after it.
      servers: [
        shell('a-hung', 'while read line; do :; done', { connectTimeout }),
        ...names.map((name) => cheap(name)),
      ],
      permissions,
    });
    const events: string[] = [];
    host.on('failed', ({ server, error }) => events.push(`${server} ${error.code}`));
    const stopUsing = host.on('tools-changed', ({ server }) => {
      const use = host.callTool(`mcp__${server}__echo`).then(textOf);
      void use.then((text) => events.push(`${server} ${text}`));
    });
    await host.ready();
    stopUsing();
    expect(events.slice(0, 19).sort()).toEqual(names.map((name) => `${name} hi`));
    expect(events.slice(19)).toEqual(['a-hung TOOLPOOL_CONNECT_TIMEOUT']);
    const hung = host.servers().find(({ connection }) => connection.name === 'a-hung');
    expect(hung?.connection).toMatchObject({ type: 'failed' });
    expect(hung?.durationMs).toBeGreaterThanOrEqual(connectTimeout);
  });

  const echo = [{ name: 'echo', inputSchema: { type: 'object' } }];
  const scripted = (script: FixtureScript) => (fields: object) =>
    stdioServer('bad', script, fields);
  const bad = {
    'hangs in every call': scripted({ tools: echo, replies: { echo: { hang: true } } }),
    'floods its standard output': (fields: object) => flooding('stdout', fields),
    'floods its standard error': (fields: object) => flooding('stderr', fields),
    'answers a byte at a time': scripted({
      tools: echo,
      byteAtATime: true,
      replies: { echo: { text: 100_000 } },
    }),
    'describes its tools with hostile schemas': scripted(hostile),
  };

  for (const [what, createBad] of Object.entries(bad)) {
    it(`leaves the calls of nine healthy ones alone while it ${what}`, async () => {
      const marker = `load-bad-${process.pid}-${what.length}-`;
      await using host = createHost({
        servers: [
          createBad({ env: { TEST_MARKER: marker } }),
          ...numbers(9).map((number) => cheap(`healthy${number}`)),
        ],
        permissions,
      });
      await host.ready();
      const abort = new AbortController();
      const busy = Promise.allSettled(
        numbers(5).map(() => host.callTool('mcp__bad__echo', {}, { signal: abort.signal })),
      );
      expect(await callHealthy(host)).toEqual(numbers(9 * CALLS).map(() => 'hi'));
      abort.abort();
      await busy;
      await host.close();
      await waitUntil(() => processesWithMarker(marker).length === 0);
    });
  }
});
