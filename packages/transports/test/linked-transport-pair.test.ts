import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { createLinkedTransportPair } from '../src/index.ts';

const message = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'ping' });

describe('createLinkedTransportPair', () => {
  it('delivers the same objects, in order, after send has returned', async () => {
    const [left, right] = createLinkedTransportPair();
    const received: unknown[] = [];
    right.onmessage = (each) => received.push(each);
    await Promise.all([left.start(), right.start()]);
    const messages = [message(1), message(2), message(3)];
    const sends = messages.map((each) => left.send(each));
    expect(received).toEqual([]);
    await Promise.all(sends);
    await Promise.resolve();
    expect(received.map((each, index) => each === messages[index])).toEqual([true, true, true]);
  });

  it('does not grow the stack when two ends answer each other', async () => {
    const [left, right] = createLinkedTransportPair();
    const rounds = 50_000;
    await Promise.all([left.start(), right.start()]);
    await new Promise<void>((resolve) => {
      let count = 0;
      right.onmessage = (each) => void right.send(each);
      left.onmessage = (each) => {
        count += 1;
        if (count === rounds) resolve();
        else void left.send(each);
      };
      void left.send(message(1));
    });
  });

  it('keeps messages for an end that has not started', async () => {
    const [left, right] = createLinkedTransportPair();
    await left.start();
    await left.send(message(1));
    const received: unknown[] = [];
    right.onmessage = (each) => received.push(each);
    await right.start();
    await Promise.resolve();
    expect(received).toEqual([message(1)]);
  });

  it('closes both ends once, whichever closes and however often', async () => {
    const [left, right] = createLinkedTransportPair();
    const closed: string[] = [];
    left.onclose = () => {
      closed.push('left');
      void left.close();
    };
    right.onclose = () => {
      closed.push('right');
      void right.close();
    };
    await Promise.all([left.start(), right.start()]);
    await Promise.all([left.close(), right.close(), left.close()]);
    await right.close();
    expect(closed.sort()).toEqual(['left', 'right']);
  });

  it('delivers what was sent before the close, and nothing to the end that closed', async () => {
    const [left, right] = createLinkedTransportPair();
    const events: string[] = [];
    left.onmessage = () => events.push('left got a message');
    right.onmessage = () => events.push('message');
    right.onclose = () => events.push('closed');
    await Promise.all([left.start(), right.start()]);
    void right.send(message(1));
    void left.send(message(2));
    await left.close();
    expect(events).toEqual(['message', 'closed']);
  });

  it('rejects send and start on a closed end', async () => {
    const [left, right] = createLinkedTransportPair();
    await left.start();
    await left.close();
    const closed = { code: 'TOOLPOOL_TRANSPORT_CLOSED' };
    await expect(left.send(message(1))).rejects.toMatchObject(closed);
    await expect(right.send(message(1))).rejects.toMatchObject(closed);
    await expect(right.start()).rejects.toMatchObject(closed);
  });

  it('reports a handler that throws and goes on', async () => {
    const [left, right] = createLinkedTransportPair();
    const events: string[] = [];
    right.onerror = (error) => events.push(error.message);
    right.onmessage = (each) => {
      if ('id' in each && each.id === 1) throw new Error('handler');
      events.push('second');
    };
    await right.start();
    await Promise.all([left.send(message(1)), left.send(message(2))]);
    await Promise.resolve();
    expect(events).toEqual(['handler', 'second']);
  });
});
