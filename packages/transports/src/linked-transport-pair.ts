import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** Creates two linked ends inside this process. */
export function createLinkedTransportPair(): [Transport, Transport] {
  throw new Error('not built');
}
