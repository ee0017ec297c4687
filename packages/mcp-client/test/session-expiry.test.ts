import { describe, expect, it } from 'vitest';
import { startForgetfulServer } from './forgetful-server.ts';
import { eventsOf, openHost, poolNames, tool } from './hosts.ts';
import { configured, textOf } from './servers.ts';

const script = {
  tools: [tool('work'), tool('slow')],
  replies: { slow: { delayMs: 300 } },
  resources: [{ uri: 'doc:1', name: 'One' }],
  prompts: [{ name: 'plan' }],
};

const hostFor = (url: string) => openHost({ servers: [configured('s', { type: 'http', url })] });

describe('a session that its server has forgotten', () => {
  it.each([
    ['JSON', '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}'],
    ['HTML', '<html>Not found</html>'],
    ['empty', ''],
  ])(
    'fault 60: is renewed once after 404 with a body that is %s, and the call made again',
    async (_, body) => {
      await using server = await startForgetfulServer(script, body);
      await using host = await hostFor(server.url);
      const pool = host.toolPool();
      server.forget('current');
      expect(textOf(await host.callTool('mcp__s__work'))).toBe('ok');
      expect(server.count('initialize')).toBe(2);
      expect(server.count('tools/call')).toBe(1);
      await host.ready();
      expect(server.count('tools/list')).toBe(2);
      expect(host.connections()).toMatchObject([{ type: 'connected' }]);
      expect(host.toolPool().every((each, index) => each === pool[index])).toBe(true);
    },
  );

  it('F41: ten calls at once make one new session', async () => {
    await using server = await startForgetfulServer(script);
    await using host = await hostFor(server.url);
    server.forget('current');
    const calls = Array.from({ length: 10 }, () => host.callTool('mcp__s__work'));
    const texts = (await Promise.all(calls)).map(textOf);
    expect(texts).toEqual(Array.from({ length: 10 }, () => 'ok'));
    expect(server.count('initialize')).toBe(2);
    expect(server.count('tools/call')).toBe(10);
  });

  it('fault 60: 404 again after the new handshake surfaces', async () => {
    await using server = await startForgetfulServer(script);
    await using host = await hostFor(server.url);
    server.forget('every');
    await expect(host.callTool('mcp__s__work')).rejects.toMatchObject({
      code: 'TOOLPOOL_SESSION_EXPIRED',
    });
    await host.ready();
    // One for the call, one for the lists of the connection it made.
    expect(server.count('initialize')).toBe(3);
    expect(poolNames(host)).toContain('mcp__s__work');
  });

  it('is renewed for resources and prompts too', async () => {
    await using server = await startForgetfulServer(script);
    await using host = await hostFor(server.url);
    server.forget('current');
    const read = await host.readResource('s', 'doc:1');
    expect(JSON.stringify(read.content)).toContain('content of doc:1');
    await host.ready();
    server.forget('current');
    expect((await host.getPrompt('mcp__s__plan')).messages).toHaveLength(1);
    expect(server.count('initialize')).toBe(3);
  });

  it('still answers what it was asked before', async () => {
    await using server = await startForgetfulServer(script);
    await using host = await hostFor(server.url);
    const seen = eventsOf(host);
    const slow = host.callTool('mcp__s__slow');
    await expect.poll(() => server.count('tools/call')).toBe(1);
    server.forget('current');
    expect(textOf(await host.callTool('mcp__s__work'))).toBe('ok');
    expect(textOf(await slow)).toBe('ok');
    expect(server.count('tools/call')).toBe(2);
    expect(seen).toEqual(['connecting', 'connected']);
  });
});
