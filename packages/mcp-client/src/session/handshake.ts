import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Tolerate } from '../reading/leniencies.ts';
import { type Introduction, readIntroduction, toSdkResult } from '../reading/read-introduction.ts';

import type { ChannelParty } from './channel-party.ts';

/** Reads the answer to the `initialize` that the SDK client sends, and makes it one it accepts. */
export class Handshake {
  /** How the server introduced itself, once it has answered. */
  introduction: Introduction | undefined;
  readonly #server: string;
  readonly #revision: string | undefined;
  readonly #tolerate: Tolerate;
  #initializeId: RequestId | undefined;

  /** Offers a revision of the protocol other than the SDK's newest, where one is given. */
  constructor({ server, revision }: ChannelParty, tolerate: Tolerate) {
    this.#server = server;
    this.#revision = revision;
    this.#tolerate = tolerate;
  }

  /** What is sent in place of a message of the SDK client. */
  outgoing(message: JSONRPCMessage): JSONRPCMessage {
    if (!('method' in message && message.method === 'initialize' && 'id' in message)) {
      return message;
    }
    this.#initializeId = message.id;
    if (this.#revision === undefined) return message;
    return { ...message, params: { ...message.params, protocolVersion: this.#revision } };
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
