import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { hostOf, openHost, tool } from './hosts.ts';
import { configured, textOf } from './servers.ts';

// The full size belongs to a soak: what is to be seen needs only more than all buffers hold.
const NOTIFICATIONS = process.env.TOOLPOOL_SOAK === '1' ? 200_000 : 30_000;
const PROGRESS = 500;

/** `burst` answers and then pours out numbered notifications; `work` tells its progress, then answers. */
const SERVER = `
  const { once } = require('node:events');
  const { setImmediate: turn } = require('node:timers/promises');
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const tools = ['burst', 'work'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  let lists = 0;
  async function pour(count) {
    for (let data = 0; data < count; data++) {
      const isRoomy = send({ method: 'notifications/message', params: { level: 'info', data } });
      send({ method: 'notifications/tools/list_changed' });
      if (!isRoomy) await once(process.stdout, 'drain');
      if (data % 50 === 0) await turn();
    }
    send({ method: 'notifications/message', params: { level: 'info', data: 'over ' + lists } });
  }
  function answer({ method, params }) {
    if (method === 'initialize') {
      const { protocolVersion } = params;
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'b', version: '1' } };
    }
    if (method === 'tools/list') lists++;
    if (method === 'tools/list') return { tools };
    if (params.name === 'burst') setImmediate(pour, params.arguments.count);
    const { progressToken } = params._meta;
    for (let progress = 1; params.name === 'work' && progress <= ${PROGRESS}; progress++) {
      send({ method: 'notifications/progress', params: { progressToken, progress } });
    }
    return { content: [{ type: 'text', text: 'ok' }] };
  }
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.id !== undefined) send({ id: message.id, result: answer(message) });
  });
`;

describe('a server that pours out notifications', () => {
  it('loses none of them, and a call is answered before they are worked off', async () => {
    const servers = [configured('s', { command: process.execPath, args: ['-e', SERVER] })];
    await using host = await openHost({ servers });
    const [connection] = host.connections();
    if (connection?.type !== 'connected') throw new TypeError('The server is not connected');
    const heard: unknown[] = [];
    const over = new Promise<string>((resolve) => {
      connection.session.onNotification('notifications/message', (params) => {
        const { data } = params as { data: unknown };
        if (typeof data === 'string') resolve(data);
        else heard.push(data);
      });
    });
    let changes = 0;
    host.on('tools-changed', () => changes++);

    await host.callTool('mcp__s__burst', { count: NOTIFICATIONS });
    const progress: number[] = [];
    const result = await host.callTool(
      'mcp__s__work',
      {},
      { onProgress: (step) => progress.push(step.progress) },
    );
    expect(textOf(result)).toBe('ok');
    expect(heard.length).toBeLessThan(NOTIFICATIONS);
    // All of it, in order, and before the answer.
    expect(progress).toEqual(Array.from({ length: PROGRESS }, (_, index) => index + 1));

    const lists = Number((await over).split(' ')[1]);
    expect(heard).toEqual(Array.from({ length: NOTIFICATIONS }, (_, index) => index));
    expect(changes).toBe(0);
    expect(lists).toBeLessThan(20);
  });

  it('is heard by the SDK client of whoever unwraps the session, too', async () => {
    const message = { method: 'notifications/message', params: { level: 'info', data: 'hi' } };
    await using host = await hostOf({
      s: { tools: [tool('tell')], replies: { tell: { notify: [message] } } },
    });
    const [connection] = host.connections();
    if (connection?.type !== 'connected') throw new TypeError('The server is not connected');
    const client = connection.session.unwrap() as Client;
    const heard: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      heard.push(params.data);
    });
    await host.callTool('mcp__s__tell');
    await waitUntil(() => heard.length === 1);
    expect(heard).toEqual(['hi']);
  });
});
