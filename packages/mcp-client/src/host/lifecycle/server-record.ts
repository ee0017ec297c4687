import type { ConfiguredServer } from '@toolpool/config';
import { failed } from '../../connection/connect-failure.ts';
import {
  type ConnectedServer,
  connectionBase,
  type FailedServer,
  type MCPServerConnection,
  type PendingServer,
  type SettledConnection,
} from '../../connection/connection.ts';
import { sessionClosed } from '../../session/request-errors.ts';
import type { Emit } from '../host-events.ts';
import type { FoundLists, ServerLists } from '../server-lists.ts';
import { KeptLists } from './kept-lists.ts';
import { type LifecycleEvent, type LifecycleState, nextState } from './transitions.ts';

/** What a server said about itself. */
export type Offering = Pick<ConnectedServer, 'capabilities' | 'instructions'>;

/**
 * Where one server stands and what it offers: the only place where either changes, so that state,
 * lists and events always agree.
 */
export class ServerRecord {
  readonly #server: ConfiguredServer;
  readonly #emit: Emit;
  readonly #lists = new KeptLists();
  #state: LifecycleState = 'idle';
  #connection: MCPServerConnection;
  #offering: Offering | undefined;

  constructor(server: ConfiguredServer, emit: Emit) {
    this.#server = server;
    this.#emit = emit;
    this.#connection = this.pending('idle');
  }

  get state(): LifecycleState {
    return this.#state;
  }

  get connection(): MCPServerConnection {
    return this.#connection;
  }

  /** What the lists come from: a connection, which may be gone by now, or what was stored of one. */
  get offering(): Offering | undefined {
    return this.#offering;
  }

  get lists(): ServerLists {
    return this.#lists.current;
  }

  /** Goes into a state in which the server goes on offering what it does. */
  move(event: LifecycleEvent, connection: MCPServerConnection): void {
    this.#state = nextState(this.#state, event);
    this.#connection = connection;
  }

  /** Makes a server that stands still offer what was stored of it. */
  restore(offering: Offering, stored: readonly FoundLists[]): void {
    const reason = 'What it offers is stored; the next call starts it.';
    this.#connection = this.pending('idle', { reason });
    this.#offering = offering;
    for (const found of stored) {
      if (this.#lists.take(found))
        this.#emit(`${found.name}-changed`, { server: this.#server.name });
    }
  }

  /** Goes into the state in which the server is asked for its lists. */
  open(connection: ConnectedServer): void {
    this.move('open', connection);
    this.#offering = connection;
    this.#lists.expect();
    this.#emit('connected', { server: this.#server.name, connection });
  }

  /** Goes into a state in which the server offers nothing; `tell` tells of it before the lists go. */
  withdraw(event: LifecycleEvent, connection: SettledConnection, tell: () => void): void {
    this.move(event, connection);
    this.#offering = undefined;
    const gone = this.#lists.drop();
    tell();
    for (const name of gone) this.#emit(`${name}-changed`, { server: this.#server.name });
  }

  /** Takes in what a connection offers, unless another has taken its place; tells whether it is new. */
  take(connection: ConnectedServer, found: FoundLists): boolean {
    if (this.#connection !== connection || !this.#lists.take(found)) return false;
    this.#emit(`${found.name}-changed`, { server: this.#server.name });
    return true;
  }

  pending(phase: PendingServer['phase'], fields: Partial<PendingServer> = {}): PendingServer {
    const base = connectionBase(this.#server);
    return { ...base, type: 'pending', phase, attempt: 0, maxAttempts: 0, ...fields };
  }

  /** The state of a server whose connection this side has closed. */
  closed(): FailedServer {
    return failed(this.#server, sessionClosed(this.#server.name));
  }
}
