import { createFixtureServer, type FixtureScript, startFixtureHttpServer } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import {
  callTool,
  discoverPrompts,
  discoverResources,
  discoverTools,
  type Leniencies,
} from '../src/index.ts';
import { hostOf, openHost, tool } from './hosts.ts';
import { configured, connected, sdkServer, stdioServer } from './servers.ts';

const inputSchema = { type: 'object' };

/** Whatever a server can get wrong and still be understood. */
const sloppy: FixtureScript = {
  capabilities: { tools: true, prompts: {}, resources: {}, logging: null },
  serverInfo: { name: 'sloppy' },
  instructions: null,
  methods: {
    'tools/list': {
      tools: [
        { name: 'a', inputSchema, description: null, annotations: null },
        { name: 'a', inputSchema },
        { name: 'b', inputSchema, title: 7 },
        7,
      ],
      nextCursor: null,
    },
    'resources/list': { resources: [{ uri: 'a:1', name: null, mimeType: 7 }, {}], nextCursor: 7 },
    'prompts/list': { prompts: [{ name: 'p', arguments: [null, { name: 'q' }] }] },
  },
  replies: {
    a: { content: [{ type: 'hologram' }, { type: 'text', text: 'ok', annotations: null }, 'text'] },
  },
};

const expected: Leniencies = {
  introduction: 2,
  'null-field': 7,
  'field-shape': 2,
  'malformed-item': 3,
  'doubled-item': 1,
  cursor: 1,
  'content-block': 2,
};

describe('what was tolerated of a server', () => {
  it('is counted by kind, whatever it was', async () => {
    await using server = await connected(sdkServer('sloppy'), {
      inProcessServer: () => createFixtureServer(sloppy),
    });
    await discoverTools(server);
    await discoverResources(server);
    await discoverPrompts(server);
    await callTool(server, 'a');
    expect(server.session.leniencies).toEqual(expected);
  });

  it('is nothing when the server keeps to the protocol', async () => {
    const strict = { tools: [tool('a')], resources: [{ uri: 'a:1', name: 'one' }] };
    await using host = await hostOf({ strict });
    await host.callTool('mcp__strict__a');
    expect(host.servers()[0]?.leniencies).toEqual({});
  });

  it('is in the report of its server, and that of its neighbours stays empty', async () => {
    await using host = await hostOf({ sloppy, strict: { tools: [tool('a')] } });
    await host.callTool('mcp__sloppy__a');
    const [one, other] = host.servers();
    expect(one?.leniencies).toEqual(expected);
    expect(other?.leniencies).toEqual({});
    expect(host.toolPool().map(({ name }) => name)).toContain('mcp__sloppy__b');
  });

  it('counts lines that are no messages, and envelopes with null members', async () => {
    const script: FixtureScript = {
      stdout: ['Welcome!', 'ready'],
      tools: [tool('a')],
      replies: { a: { content: [], _meta: null } },
    };
    await using host = await openHost({ servers: [stdioServer('loud', script)] });
    await host.callTool('mcp__loud__a');
    expect(host.servers()[0]?.leniencies).toEqual({ 'skipped-line': 2, envelope: 1 });
  });

  it('counts the same over HTTP', async () => {
    await using http = await startFixtureHttpServer({
      tools: [tool('a')],
      replies: { a: { content: [], _meta: null } },
    });
    await using host = await openHost({ servers: [configured('http', { url: http.url })] });
    await host.callTool('mcp__http__a');
    expect(host.servers()[0]?.leniencies).toEqual({ envelope: 1 });
  });
});
