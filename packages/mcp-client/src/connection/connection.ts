import type { ConfiguredServer, ServerConfig, SetAsideStatus } from '@toolpool/config';
import type { ToolpoolError, ToolpoolErrorCode } from '@toolpool/foundation/errors';
import type { ServerCapabilities, ServerInfo, Session } from '../session/session.ts';

interface ServerConnection {
  readonly name: string;
  readonly server: ConfiguredServer;
  /** As written: nothing in it is expanded. */
  readonly config: ServerConfig;
}

/** A server that answered its handshake. */
export interface ConnectedServer extends ServerConnection {
  readonly type: 'connected';
  /** Grows with every attempt to connect: what an older connection still says is out of date. */
  readonly generation: number;
  readonly session: Session;
  readonly serverInfo: ServerInfo;
  readonly capabilities: ServerCapabilities;
  /** Cleaned and cut at 2,048 UTF-16 units. */
  readonly instructions?: string;
  /** Closes the session and forgets the connection; may be called again, never rejects. */
  cleanup(): Promise<void>;
}

/** A server that could not be connected, or whose connection is gone. */
export interface FailedServer extends ServerConnection {
  readonly type: 'failed';
  readonly code: ToolpoolErrorCode;
  readonly error: ToolpoolError;
}

/** A server that wants a login first. */
export interface NeedsAuthServer extends ServerConnection {
  readonly type: 'needs-auth';
  readonly reason: string;
}

/** A server that is not connected now, and may be soon. */
export interface PendingServer extends ServerConnection {
  readonly type: 'pending';
  /** `idle`: a call or a person starts it; `waiting`: it was lost, and the next attempt has its time. */
  readonly phase: 'idle' | 'connecting' | 'waiting';
  /** The attempt that runs, or comes next; 0 before the first. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Why it is idle or waiting, as a sentence. */
  readonly reason?: string;
  /** When the next attempt is due by the system's clock, in milliseconds. */
  readonly retryAt?: number;
}

/** A server that the gate refused: nothing of it was expanded, started or dialled. */
export interface DisabledServer extends ServerConnection {
  readonly type: 'disabled';
  readonly status: SetAsideStatus;
  /** The rule that decided. */
  readonly reason: string;
  readonly code: ToolpoolErrorCode;
}

export type MCPServerConnection =
  | ConnectedServer
  | FailedServer
  | NeedsAuthServer
  | PendingServer
  | DisabledServer;

/** What an attempt to connect ends in. */
export type SettledConnection = Exclude<MCPServerConnection, PendingServer>;

/** The members that all states share. */
export function connectionBase(server: ConfiguredServer): ServerConnection {
  return { name: server.name, server, config: server.config };
}
