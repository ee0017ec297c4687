import type { JSONRPCErrorResponse, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** The limit of a message on every transport, unless another one is given. */
export const MAX_MESSAGE_BYTES = 2 ** 27;

/** The answer that takes the place of one over the limit, so that its call fails and no other. */
export function createTooLargeResponse(id: RequestId, maxBytes: number): JSONRPCErrorResponse {
  return {
    jsonrpc: '2.0',
    id,
    error: {
      // Of the range that JSON-RPC leaves to implementations; the SDK uses -32000 to -32002.
      code: -32010,
      message: `result too large (limit ${maxBytes} bytes)`,
      data: { toolpool: 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE', limit: maxBytes },
    },
  };
}
