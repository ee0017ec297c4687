import { waitUntil } from '@toolpool/testing';
import { expect, it } from 'vitest';
import { startShell } from './shell-fixture.ts';

const LINES = 20_000;
const message = (number: number) => ({ jsonrpc: '2.0', method: 'n', params: { number } });
const pour = `seq -f '{"jsonrpc":"2.0","method":"n","params":{"number":%.0f}}' ${LINES}`;

it('hands on all that a server wrote before it exited, in order', async () => {
  await using server = await startShell(pour);
  await waitUntil(() => server.closes() === 1);
  expect(server.messages).toHaveLength(LINES);
  expect(server.messages.at(-1)).toEqual(message(LINES));
});

it('hands on all that a server wrote whose grandchild holds its output open', async () => {
  await using server = await startShell(`sleep 600 & ${pour}`);
  await waitUntil(() => server.closes() === 1);
  expect(server.messages).toHaveLength(LINES);
  expect(server.messages).toEqual(Array.from({ length: LINES }, (_, index) => message(index + 1)));
});

it('lets timers run while a server pours out lines without end', async () => {
  await using server = await startShell(`while :; do ${pour}; done`);
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await waitUntil(() => server.messages.length > 5 * LINES && ticks > 5);
  clearInterval(timer);
  await server.transport.close();
  const { length } = server.messages;
  await new Promise((resolve) => setImmediate(resolve));
  expect(server.messages).toHaveLength(length);
  expect(server.processes()).toEqual([]);
});
