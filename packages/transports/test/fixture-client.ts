import type { ToolpoolTransport } from '../src/index.ts';

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A started transport with the least of a client on top. */
export interface Fixture extends AsyncDisposable {
  readonly transport: ToolpoolTransport;
  readonly messages: readonly unknown[];
  readonly errors: readonly Error[];
  /** How often `onclose` has fired. */
  readonly closes: () => number;
  /** Settles as the answer or the end of the connection comes, whichever is first. */
  readonly request: (method: string, params?: Record<string, unknown>) => Promise<Answer>;
  /** The text of a tool's result. */
  readonly callText: (name: string, args?: Record<string, unknown>) => Promise<string>;
}

/** Puts the handlers of a client on a transport that has not started. */
export function attach(transport: ToolpoolTransport): Fixture {
  const waiting = new Map<unknown, (answer: Answer) => void>();
  const messages: unknown[] = [];
  const errors: Error[] = [];
  let closes = 0;
  let nextId = 1;
  transport.onmessage = (message) => {
    messages.push(message);
    if ('id' in message && !('method' in message)) waiting.get(message.id)?.(message);
  };
  transport.onerror = (error) => errors.push(error);
  const closed = new Promise<never>((_, reject) => {
    transport.onclose = () => {
      closes += 1;
      reject(transport.closeReason ?? new Error('closed'));
    };
  });
  closed.catch(() => {});
  const request: Fixture['request'] = async (method, params = {}) => {
    const id = nextId++;
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    await transport.send({ jsonrpc: '2.0', id, method, params });
    return Promise.race([answer, closed]);
  };
  const callText: Fixture['callText'] = async (name, args = {}) => {
    const { result, error } = await request('tools/call', { name, arguments: args });
    if (error) throw new Error(error.message);
    return (result as { content: [{ text: string }] }).content[0].text;
  };
  return {
    transport,
    messages,
    errors,
    closes: () => closes,
    request,
    callText,
    [Symbol.asyncDispose]: () => transport.close(),
  };
}
