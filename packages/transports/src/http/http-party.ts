import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Endpoint } from './endpoint.ts';
import type { EndpointFetch } from './endpoint-fetch.ts';
import type { HttpSession } from './http-session.ts';

/** What the parts of one HTTP transport share. */
export interface HttpParty {
  readonly endpoint: Endpoint;
  readonly session: HttpSession;
  /** For requests, which may last. */
  readonly callFetch: EndpointFetch;
  /** For everything else. */
  readonly controlFetch: EndpointFetch;
  /** The longest message. */
  readonly maxBytes: number;
  readonly deliver: (message: JSONRPCMessage) => void;
  /** Hears of what stops nothing. */
  readonly report: (error: Error) => void;
}
