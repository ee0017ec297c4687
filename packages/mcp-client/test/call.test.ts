import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startFixtureHttpServer } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { callTool, type Progress } from '../src/index.ts';
import {
  answering,
  configured,
  connected,
  inProcess,
  sdkServer,
  stdioServer,
  textOf,
} from './servers.ts';

const tools = [{ name: 'work', inputSchema: { type: 'object' } }];

describe('callTool', () => {
  it('resolves to the result of the server as it came', async () => {
    const result = { content: [], isError: false, _meta: { odd: [1, null] }, extra: 1 };
    await using server = await inProcess({ tools, replies: { work: result } });
    expect(await callTool(server, 'work')).toEqual(result);
  });

  it('always sends an object of arguments', async () => {
    await using server = await inProcess({ tools, replies: { work: { echoArgs: true } } });
    expect(textOf(await callTool(server, 'work'))).toBe('{}');
    expect(textOf(await callTool(server, 'work', { a: [1] }))).toBe('{"a":[1]}');
    await expect(callTool(server, 'work', [] as never)).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_ARGUMENTS_INVALID',
    });
  });

  it('refuses arguments that JSON cannot carry, on every transport', async () => {
    const cyclic: Record<string, unknown> = { list: [] };
    cyclic.list = [{ cyclic }];
    await using http = await startFixtureHttpServer({ tools });
    const twice = { when: new Date(0) };
    for (const connecting of [
      inProcess({ tools }),
      connected(stdioServer('json', { tools })),
      connected(configured('json-web', { type: 'http', url: http.url })),
    ]) {
      await using server = await connecting;
      for (const args of [{ deep: [{ n: 1n }] }, cyclic]) {
        await expect(callTool(server, 'work', args)).rejects.toMatchObject({
          code: 'TOOLPOOL_TOOL_ARGUMENTS_INVALID',
          message: 'The arguments for tool "work" cannot be written as JSON.',
        });
      }
      expect(textOf(await callTool(server, 'work', { twice, again: twice }))).toBe('ok');
    }
  });

  it('tells of a refusal with its code, cleaned message and data', async () => {
    const error = { code: -32602, message: 'no\u202E "path"', data: { field: 'path' } };
    await using server = await inProcess({ tools, replies: { work: { error } } });
    await expect(callTool(server, 'work')).rejects.toMatchObject({
      code: 'TOOLPOOL_REQUEST_REFUSED',
      message: 'Server "fixture" refused tools/call of "work" (-32602): no "path"',
      data: { code: -32602, message: 'no "path"', data: { field: 'path' } },
    });
  });

  it('shows no half of a secret where it cuts a long refusal, and no code that is none', async () => {
    const message = `${'x'.repeat(3_995)}top-secret`;
    const error = { code: 'top-secret' as never, message };
    const fields = { env: { API_TOKEN: '${API_TOKEN}' } };
    await using server = await connected(
      stdioServer('leaky', { tools, replies: { work: { error } } }, fields),
      { env: { ...process.env, API_TOKEN: 'top-secret' } },
    );
    const failure = await callTool(server, 'work').catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: 'TOOLPOOL_REQUEST_REFUSED' });
    expect(JSON.stringify([String(failure), failure])).not.toMatch(/x+top|top-secret/);
  });

  it.each([
    [
      { progress: 1, total: 2, message: 'half\u200B way' },
      { progress: 1, total: 2, message: 'half way' },
    ],
    [{ progress: 1, total: 'many', message: 7 }, { progress: 1 }],
  ])('hands on progress %o sanitised', async (params, expected) => {
    const seen: Progress[] = [];
    const notify = (progressToken: number) => [
      { method: 'notifications/progress', params: { progressToken, ...params } },
      { method: 'notifications/progress', params: { progressToken, progress: 'x' } },
    ];
    // Tokens of a connection count up, and the call is its first request.
    await using server = await inProcess({
      tools,
      replies: { work: { notify: notify(1_000_000) } },
    });
    await callTool(server, 'work', {}, { onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([expected]);
  });

  it('receives the progress of a stdio server in order', async () => {
    await using server = await connected(
      stdioServer('progress', { tools, replies: { work: { progress: 5 } } }),
    );
    const seen: number[] = [];
    await callTool(server, 'work', {}, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('survives a progress listener that throws', async () => {
    await using server = await inProcess({ tools, replies: { work: { progress: 2 } } });
    const onProgress = () => {
      throw new TypeError('mine');
    };
    expect(textOf(await callTool(server, 'work', {}, { onProgress }))).toBe('ok');
  });

  it('fault 90: settles at once when its signal aborts and tells the server once, without the reason', async () => {
    await using server = await inProcess({ tools, replies: { work: { hang: true } } });
    const controller = new AbortController();
    const call = callTool(server, 'work', {}, { signal: controller.signal });
    controller.abort(new Error('internal words'));
    await expect(call).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_CANCELLED' });
    const received = textOf(await callTool(server, 'received'));
    expect(received.match(/notifications\/cancelled/g)).toHaveLength(1);
    expect(received).not.toContain('internal words');
  });

  it('fault 92: waits for nothing once it is cancelled, and a hundred calls after it run', async () => {
    await using server = await inProcess({ tools, replies: { work: { hang: true } } });
    const controller = new AbortController();
    const cancelled = Array.from({ length: 20 }, () =>
      callTool(server, 'work', {}, { signal: controller.signal }),
    );
    controller.abort();
    for (const { status } of await Promise.allSettled(cancelled)) expect(status).toBe('rejected');
    const calls = Array.from({ length: 100 }, () => callTool(server, 'received'));
    expect(await Promise.all(calls)).toHaveLength(100);
    expect(server.session.pendingRequests).toBe(0);
  });

  it('fault 93: keeps one listener on a signal that 2,000 calls share, and none after them', async () => {
    await using server = await inProcess({ tools });
    const { signal } = new AbortController();
    const listeners = () => getEventListeners(signal, 'abort').length;
    for (let round = 0; round < 20; round += 1) {
      const calls = Array.from({ length: 100 }, () => callTool(server, 'work', {}, { signal }));
      expect(listeners()).toBe(1);
      await Promise.all(calls);
      expect(listeners()).toBe(0);
    }
  });

  it('sends nothing when its signal has aborted before', async () => {
    await using server = await inProcess({ tools });
    const call = callTool(server, 'work', {}, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_CANCELLED' });
    expect(textOf(await callTool(server, 'received'))).not.toContain('"work"');
  });

  it.each([
    [{}, 'neither a result nor an error'],
    [{ result: {}, error: { code: 1, message: 'x' } }, 'a result and an error at once'],
  ])('F21: refuses the unusable response %o', async (response, fault) => {
    await using server = await connected(sdkServer('odd'), {
      inProcessServer: () => answering({ tools }, () => response),
    });
    await expect(callTool(server, 'work')).rejects.toMatchObject({
      code: 'TOOLPOOL_RESPONSE_INVALID',
      message: `Server "odd" answered tools/call of "work" with ${fault}.`,
    });
  });

  it('keeps secrets out of refusals', async () => {
    const error = { code: 1, message: 'bad s3cr3t-value', data: { token: 's3cr3t-value' } };
    const server = stdioServer(
      'masked',
      { tools, replies: { work: { error } } },
      { env: { TOKEN: '${MY_TOKEN}' } },
    );
    await using connection = await connected(server, {
      env: { ...process.env, MY_TOKEN: 's3cr3t-value' },
    });
    const failure = await callTool(connection, 'work').catch((reason: unknown) => reason);
    expect(failure).toMatchObject({ data: { message: 'bad ***', data: { token: '***' } } });
    expect(String(failure)).not.toContain('s3cr3t-value');
  });
});

describe('faults of calls', () => {
  it('fault 44: a 20 MB result arrives and the connection lives', async () => {
    await using server = await connected(
      stdioServer('large', { tools, replies: { work: { text: 20_000_000 } } }),
    );
    expect(textOf(await callTool(server, 'work'))).toHaveLength(20_000_000);
    expect(textOf(await callTool(server, 'cancelled'))).toBe('[]');
  });

  it('fault 87: an id that comes back as text finds its call', async () => {
    await using server = await connected(sdkServer('text-ids'), {
      inProcessServer: () =>
        answering({ tools }, ({ id }) => ({ id: String(id), result: { content: [] } })),
    });
    expect(await callTool(server, 'work')).toEqual({ content: [] });
  });

  it.each([1e10, 0, -1, Number.NaN])(
    'fault 89: the time-out %d does not fire at once',
    async (timeoutMs) => {
      await using server = await inProcess({ tools, replies: { work: { delayMs: 30 } } });
      expect(textOf(await callTool(server, 'work', {}, { timeoutMs }))).toBe('ok');
    },
  );

  it('fault 89: the death of a server ends its calls at once, with the reason', async () => {
    await using server = await connected(
      stdioServer('dies', { tools, replies: { work: { exit: 3, stderr: 'out of luck' } } }),
    );
    const failure = await callTool(server, 'work').catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN',
      server: 'dies',
      cause: { code: 'TOOLPOOL_TRANSPORT_EXITED' },
    });
    expect(String(failure)).toContain('out of luck');
    await expect(callTool(server, 'work')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_EXITED',
    });
  });

  it('says that the outcome is unknown when its own side closes the connection under a call', async () => {
    const server = await inProcess({ tools, replies: { work: { hang: true } } });
    const call = callTool(server, 'work');
    const listing = server.session.request('tools/list');
    await server.cleanup();
    await expect(call).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN' });
    expect(await listing.catch(({ code }) => code)).not.toBe('TOOLPOOL_CALL_OUTCOME_UNKNOWN');
  });

  it('tells a call over HTTP that broke off from one that never left', async () => {
    const http = await startFixtureHttpServer({ tools, replies: { work: { exit: 1 } } });
    await using server = await connected(configured('web', { type: 'http', url: http.url }));
    await expect(callTool(server, 'work')).rejects.toMatchObject({
      code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN',
    });
    await http[Symbol.asyncDispose]();
    // Until the last kept connection is given up.
    await expect
      .poll(() => callTool(server, 'work').catch(({ code }) => code))
      .toBe('TOOLPOOL_TRANSPORT_UNREACHABLE');
  });

  it('fault 59: a call whose event stream ends without the answer fails at once', async () => {
    const http = createServer(async (request, response) => {
      const { id, method } = JSON.parse((await text(request)) || '{}');
      const result = {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      };
      if (id === undefined) return response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const answer = `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
      return response.end(method === 'initialize' ? answer : ': on my way\n\n');
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    await using server = await connected(configured('ending', { type: 'http', url }));
    await expect(callTool(server, 'work')).rejects.toMatchObject({
      code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN',
      server: 'ending',
    });
    await expect(server.session.request('tools/list')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
      message: 'The event stream of server "ending" ended without its answer to tools/list.',
    });
    await server.cleanup();
    http.closeAllConnections();
    http.close();
  });

  it('fault 93: a signal that aborts after 20 finished calls cancels nothing and keeps no listener', async () => {
    await using server = await inProcess({ tools });
    const controller = new AbortController();
    const { signal } = controller;
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    await Promise.all(Array.from({ length: 20 }, () => callTool(server, 'work', {}, { signal })));
    controller.abort();
    expect(textOf(await callTool(server, 'cancelled'))).toBe('[]');
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it('fault 99, F20: 50 calls answered in reverse, twice, and for nobody each get their own', async () => {
    const held: { id: unknown; reply: (message: object) => void }[] = [];
    await using server = await connected(sdkServer('reverse'), {
      inProcessServer: () =>
        answering({ tools }, ({ id }, reply) => {
          held.push({ id, reply });
          if (held.length < 50) return undefined;
          for (const { id: heldId, reply: late } of held.reverse()) {
            late({ id: heldId, result: { content: [], of: heldId } });
            late({ id: heldId, result: { content: [], of: 'again' } });
          }
          reply({ id: 9_999_999, result: {} });
          return undefined;
        }),
    });
    const results = await Promise.all(Array.from({ length: 50 }, () => callTool(server, 'work')));
    expect(new Set(results.map((result) => (result as { of: number }).of)).size).toBe(50);
    expect(results[0]).toEqual({ content: [], of: 1_000_000 });
  });
});
