import type { JSONRPCErrorResponse, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** The answer that takes the place of one that never came: what it was to come on has ended. */
export function createLostResponse(id: RequestId): JSONRPCErrorResponse {
  return {
    jsonrpc: '2.0',
    id,
    error: {
      // Beside that of a result over the limit.
      code: -32011,
      message: 'the event stream ended without the answer',
      data: { toolpool: 'TOOLPOOL_TRANSPORT_CLOSED' },
    },
  };
}
