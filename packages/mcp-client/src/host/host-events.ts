import type { ToolpoolError } from '@toolpool/foundation/errors';
import type { ConnectedServer } from '../connection/connection.ts';
import type { Progress } from '../session/session.ts';

/** What every event about a connection tells. */
interface ConnectionEvent {
  readonly server: string;
  /** How many servers are connected by then, by transport. */
  readonly connected: Readonly<Record<string, number>>;
}

interface CallEvent {
  /** Tells calls of one tool apart; unique in this host. */
  readonly callId: number;
  readonly tool: string;
  /** Absent for built-in tools. */
  readonly server?: string;
}

/** What a host tells about itself, by event. */
export interface HostEvents {
  connecting: ConnectionEvent & { readonly attempt: number; readonly maxAttempts: number };
  connected: ConnectionEvent & { readonly connection: ConnectedServer };
  failed: ConnectionEvent & { readonly error: ToolpoolError };
  'needs-auth': ConnectionEvent & { readonly reason: string };
  disabled: ConnectionEvent & { readonly reason: string };
  /** A connection ended that stood; without an error when this host closed it. */
  disconnected: ConnectionEvent & { readonly error?: ToolpoolError };
  /** A server was lost, or could not be brought back yet; the next attempt follows by itself. */
  reconnecting: ConnectionEvent & {
    readonly attempt: number;
    readonly maxAttempts: number;
    /** Milliseconds until the attempt; a call makes it at once. */
    readonly delayMs: number;
    readonly error: ToolpoolError;
  };
  /** A server was stopped for want of calls; what it offers stays, and the next call starts it. */
  stopped: ConnectionEvent;
  /** The tools that one server contributes to the pool are others than before. */
  'tools-changed': { readonly server: string };
  'resources-changed': { readonly server: string };
  'prompts-changed': { readonly server: string };
  /** A resource may read differently now. Heard only while somebody has subscribed to one of its server. */
  'resource-updated': { readonly server: string; readonly uri: string };
  'call-started': CallEvent;
  'call-progress': CallEvent & { readonly progress: Progress };
  /** With an error when there is no result; a result may itself say that the tool failed. */
  'call-ended': CallEvent & {
    readonly durationMs: number;
    readonly isError: boolean;
    readonly error?: unknown;
  };
}

export type HostEventName = keyof HostEvents;

/** Emits an event about a connection; who emits leaves out what the host adds. */
export type Emit = <Name extends HostEventName>(
  name: Name,
  event: Omit<HostEvents[Name], 'connected'>,
) => void;

type Listener = (event: never) => void;

/** Hands events to their listeners. A listener that throws does not disturb the host. */
export class EventHub {
  readonly #listeners = new Map<HostEventName, Set<Listener>>();

  on<Name extends HostEventName>(
    name: Name,
    listener: (event: HostEvents[Name]) => void,
  ): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Whether anyone listens: what nobody hears need not be built. */
  has(name: HostEventName): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0;
  }

  emit<Name extends HostEventName>(name: Name, event: HostEvents[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        (listener as (event: HostEvents[Name]) => void)(event);
      } catch (error) {
        // A fault of the listener's program: it surfaces there, as an uncaught error.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
