import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createClockServer } from '../src/embed.ts';

interface ClockConnection extends AsyncDisposable {
  readonly client: Client;
  /** Calls a tool and returns its structured content. */
  call<T = Record<string, unknown>>(name: string, args?: Record<string, unknown>): Promise<T>;
  /** Calls a tool that must refuse, and returns what it says. */
  callWrongly(name: string, args: Record<string, unknown>): Promise<string>;
}

/** Monday, half past eight in the evening in UTC. */
const NOW = Date.parse('2026-11-30T20:30:00Z');

/** Connects to a clock that stands still, in Berlin. */
export async function connectClock(): Promise<ClockConnection> {
  const server = createClockServer({ now: () => NOW, timeZone: 'Europe/Berlin' });
  const [mine, its] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(its), client.connect(mine)]);
  return {
    client,
    async call<T>(name: string, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      if (result.isError) throw new Error(JSON.stringify(result.content));
      return result.structuredContent as T;
    },
    async callWrongly(name, args) {
      const result = await client.callTool({ name, arguments: args });
      const [block] = result.content as { text: string }[];
      return result.isError ? (block?.text ?? '') : 'no error';
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
