import { ToolpoolError } from '@toolpool/foundation/errors';
import { createFixtureServer } from '@toolpool/testing';
import { parsePermissionRules } from '@toolpool/tool-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectToServer, createHost } from '../src/index.ts';
import { sdkServer } from './servers.ts';

const permissions = { rules: parsePermissionRules(), mode: 'bypass' } as const;

/** JSON that is rich in the words of the protocol. */
const protocolJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1.5, '', 'a\u200Bb', '__proto__'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'name',
        'tools',
        'resources',
        'prompts',
        'inputSchema',
        'type',
        'uri',
        'content',
        'text',
        'nextCursor',
        '_meta',
        'error',
        'code',
        'message',
        'protocolVersion',
        'capabilities',
        'serverInfo',
        'isError',
        'structuredContent',
      ),
      tie('value'),
      { maxKeys: 5 },
    ),
  ),
})).value;

// `result: null` and the like are the protocol's business; directives of the fixture are not meant.
const reply = protocolJson.map((result) => ({ delayMs: 0, result }));

const toolLike = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'a b', 'a\u200Bb', '__proto__'),
    description: protocolJson,
    inputSchema: protocolJson,
    outputSchema: protocolJson,
    annotations: protocolJson,
    _meta: protocolJson,
  },
  { requiredKeys: ['name'] },
);

const listReply = fc.oneof(
  reply,
  fc
    .record({
      tools: fc.array(fc.oneof(toolLike, protocolJson), { maxLength: 4 }),
      _meta: protocolJson,
    })
    .map((result) => ({ delayMs: 0, result })),
);

describe('any server', () => {
  it('ends every attempt to connect in a state, whatever it answers to initialize', async () => {
    await fc.assert(
      fc.asyncProperty(reply, async (initialize) => {
        const server = sdkServer('any', { connectTimeout: 2_000 });
        const connection = await connectToServer('any', server, {
          inProcessServer: () => createFixtureServer({ methods: { initialize } }),
        });
        expect(['connected', 'failed']).toContain(connection.type);
        if (connection.type === 'connected') await connection.cleanup();
      }),
    );
  });

  it('settles every list and call, with a result or an error of ours', async () => {
    await fc.assert(
      fc.asyncProperty(listReply, reply, async (list, answer) => {
        const methods = {
          'tools/list': list,
          'resources/list': list,
          'prompts/list': list,
          'tools/call': answer,
        };
        await using host = createHost({
          servers: [sdkServer('any')],
          inProcessServers: {
            any: createFixtureServer({
              methods,
              capabilities: { tools: {}, resources: {}, prompts: {} },
            }),
          },
          permissions,
        });
        await host.ready();
        JSON.stringify(host.exportState());
        const names = host.toolPool().map(({ name }) => name);
        for (const name of names.filter((each) => each.startsWith('mcp__'))) {
          const outcome = await host
            .callTool(name, {}, { timeoutMs: 2_000 })
            .catch((error) => error);
          expect(ToolpoolError.isInstance(outcome) || Array.isArray(outcome.content)).toBe(true);
        }
      }),
    );
  });

  it('gives one pool, in whatever order servers of any names are configured', async () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'B', '_', '.', '-', ' '),
      minLength: 1,
      maxLength: 4,
    });
    const servers = fc.uniqueArray(fc.tuple(name, fc.array(name, { maxLength: 4 })), {
      selector: ([server]) => server,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(servers, async (given) => {
        const poolOf = async (order: typeof given) => {
          await using host = createHost({
            servers: order.map(([server]) => sdkServer(server)),
            inProcessServers: Object.fromEntries(
              order.map(([server, tools]) => [
                server,
                createFixtureServer({ tools: tools.map((tool) => ({ name: tool })) }),
              ]),
            ),
            permissions,
          });
          await host.ready();
          return host.toolPool().map((tool) => [tool.name, tool.mcpInfo]);
        };
        const pool = await poolOf(given);
        expect(await poolOf([...given].reverse())).toEqual(pool);
        expect(new Set(pool.map(([qualified]) => qualified)).size).toBe(pool.length);
      }),
      { numRuns: 50 },
    );
  });
});
