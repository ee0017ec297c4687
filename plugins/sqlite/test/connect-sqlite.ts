import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createInlineQueries, createSqliteServer, type Queries } from '../src/embed.ts';

export interface SqliteConnection extends AsyncDisposable {
  readonly client: Client;
  /** Calls a tool and returns its structured content. */
  call<T = Record<string, unknown>>(name: string, args?: Record<string, unknown>): Promise<T>;
  /** Calls a tool that must refuse, and returns what it says. */
  callWrongly(name: string, args?: Record<string, unknown>): Promise<string>;
}

/** Connects to a server in this process, over the database at a path. */
export async function connectSqlite(path: string): Promise<SqliteConnection> {
  const queries: Queries = createInlineQueries(path);
  const server = createSqliteServer(queries);
  const [mine, its] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(its), client.connect(mine)]);
  return {
    ...withCalls(client),
    async [Symbol.asyncDispose]() {
      await client.close();
      queries.close();
    },
  };
}

/** A client with short ways to call tools. */
export function withCalls(client: Client): Omit<SqliteConnection, keyof AsyncDisposable> {
  return {
    client,
    async call<T>(name: string, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      if (result.isError) throw new Error(JSON.stringify(result.content));
      return result.structuredContent as T;
    },
    async callWrongly(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      const [block] = result.content as { text: string }[];
      return result.isError ? (block?.text ?? '') : 'no error';
    },
  };
}
