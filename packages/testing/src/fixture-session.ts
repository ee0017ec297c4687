import type { FixtureScript } from './fixture-script.ts';

export interface JsonRpcMessage {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** How a session reaches the outside. */
export interface FixturePort {
  /** `cause` is the request during which the message is sent. */
  readonly send: (message: JsonRpcMessage, cause: JsonRpcMessage) => Promise<void> | void;
  readonly log: (text: string) => void;
  readonly exit: (code: number) => void;
}

export interface FixtureSession {
  readonly receive: (message: JsonRpcMessage) => Promise<void>;
}

interface FixtureProtocol {
  readonly createFixtureSession: (script: FixtureScript, port: FixturePort) => FixtureSession;
}

// Plain JavaScript, so that Node 20 runs the stdio server as it stands; its types are here.
const protocol: FixtureProtocol = await import(
  new URL('./fixture-protocol.mjs', import.meta.url).href
);

/** Opens one conversation of a scripted server, whatever carries it. */
export const createFixtureSession: FixtureProtocol['createFixtureSession'] =
  protocol.createFixtureSession;
