import {
  createFixtureServer,
  type FixtureHttpServer,
  type FixtureScript,
  startFixtureHttpServer,
  startFixtureSseServer,
} from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { type ConnectedServer, callTool } from '../src/index.ts';
import { configured, connected, sdkServer, stdioServer } from './servers.ts';

const result = { content: [{ type: 'text', text: 'ok', _meta: null }], structuredContent: null };
const script: FixtureScript = {
  tools: [{ name: 'work', inputSchema: { type: 'object' } }],
  replies: { work: { ...result, _meta: null } },
};

/** Null is absent in the envelope of a message alone: the result itself stays as it came. */
async function expectCallToWork(server: ConnectedServer): Promise<void> {
  expect(await callTool(server, 'work', {}, { timeoutMs: 5_000 })).toStrictEqual(result);
}

describe('null members of a result', () => {
  it('fault 85: do not hang a call over stdio', async () => {
    await using server = await connected(stdioServer('nulls', script));
    await expectCallToWork(server);
  });

  it('fault 85: do not hang a call in process', async () => {
    const inProcessServer = () => createFixtureServer(script);
    await using server = await connected(sdkServer('nulls'), { inProcessServer });
    await expectCallToWork(server);
  });

  it.each<[string, 'http' | 'sse', () => Promise<FixtureHttpServer>]>([
    ['streamable HTTP as JSON', 'http', () => startFixtureHttpServer(script)],
    ['streamable HTTP as events', 'http', () => startFixtureHttpServer({ ...script, sse: true })],
    ['HTTP+SSE', 'sse', () => startFixtureSseServer(script)],
  ])('fault 85: do not fail a call over %s', async (_, type, start) => {
    await using remote = await start();
    await using server = await connected(configured('nulls', { type, url: remote.url }));
    await expectCallToWork(server);
  });
});
