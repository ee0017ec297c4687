import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Tolerate } from '../reading/leniencies.ts';
import { type Introduction, readIntroduction, toSdkResult } from '../reading/read-introduction.ts';

/** Reads the answer to the `initialize` that the SDK client sends, and makes it one it accepts. */
export class Handshake {
  /** How the server introduced itself, once it has answered. */
  introduction: Introduction | undefined;
  readonly #server: string;
  readonly #tolerate: Tolerate;
  #initializeId: RequestId | undefined;

  constructor(server: string, tolerate: Tolerate) {
    this.#server = server;
    this.#tolerate = tolerate;
  }

  sent(message: JSONRPCMessage): void {
    if ('method' in message && message.method === 'initialize' && 'id' in message) {
      this.#initializeId = message.id;
    }
  }

  /** The message as the SDK client may see it. */
  forSdk(message: JSONRPCMessage): JSONRPCMessage {
    const initializeId = this.#initializeId;
    if (initializeId === undefined || 'method' in message) return message;
    // An error without an id can only mean the one request there was so far.
    const { id = initializeId } = message;
    if ('error' in message) return { jsonrpc: '2.0', id, error: message.error };
    this.#initializeId = undefined;
    this.introduction = readIntroduction(message.result, this.#server, this.#tolerate);
    return { jsonrpc: '2.0', id, result: { ...toSdkResult(this.introduction) } };
  }
}
