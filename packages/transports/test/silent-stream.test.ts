import { afterEach, expect, it, vi } from 'vitest';
import { answerTo, connect, EVENTS_TYPE, startRawServer } from './http-fixture.ts';

afterEach(() => void vi.useRealTimers());

// In a file of its own: the timers of undici are faked only if it has not started any yet.
it('fault 67: a stream may be silent for longer than five minutes', async () => {
  let finish = () => {};
  await using server = await startRawServer((_, response, body) => {
    response.writeHead(200, EVENTS_TYPE).write('data: {"jsonrpc":"2.0","method":"n"}\n\n');
    finish = () => response.end(`data: ${answerTo(body)}\n\n`);
  });
  // Before anything is sent, since undici keeps the timer that it starts first.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  await using client = await connect({ type: 'http', url: server.url });
  const call = client.request('tools/call');
  while (client.messages.length < 1) await new Promise(setImmediate);
  vi.advanceTimersByTime(400_000);
  await new Promise(setImmediate);
  finish();
  expect(await call).toMatchObject({ result: {} });
});
