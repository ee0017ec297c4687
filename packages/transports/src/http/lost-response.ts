import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js';

// Beside that of a result over the limit.
const LOST_CODE = -32011;

/** The answer that takes the place of one that never came: the stream it was to come on has ended. */
export function createLostResponse(id: RequestId): JSONRPCErrorResponse {
  return {
    jsonrpc: '2.0',
    id,
    error: {
      code: LOST_CODE,
      message: 'the event stream ended without the answer',
      data: { toolpool: 'TOOLPOOL_TRANSPORT_CLOSED' },
    },
  };
}

export function isLostResponse(message: JSONRPCMessage): boolean {
  return 'error' in message && message.error.code === LOST_CODE;
}
