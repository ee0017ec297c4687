import { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';
import type { ConnectedServer } from '../../connection/connection.ts';
import type { Emit } from '../host-events.ts';
import type { IdleStop } from './idle-stop.ts';

// Nobody needs its answer, and whoever closes a view waits for it.
const UNSUBSCRIBE_TIMEOUT_MS = 2_000;

interface Held {
  count: number;
  readonly asked: Promise<void>;
}

/**
 * The resources of one server that somebody wants to hear about. They are asked for once each, however
 * many want them, and again on every new connection; while there are any, the server is not stopped for
 * want of calls.
 */
export class ResourceSubscriptions {
  readonly #server: string;
  readonly #emit: Emit;
  readonly #idle: IdleStop | undefined;
  readonly #held = new Map<string, Held>();
  readonly #failed = new Map<string, string>();

  constructor(server: string, emit: Emit, idle: IdleStop | undefined) {
    this.#server = server;
    this.#emit = emit;
    this.#idle = idle;
  }

  /** Which could not be had again after a reconnect, one sentence each. */
  get problems(): readonly string[] {
    return [...this.#failed.values()];
  }

  /** @throws {@link ToolpoolError} `TOOLPOOL_CAPABILITY_MISSING`, or as {@link Session.request} */
  async add(uri: string, connection: ConnectedServer): Promise<void> {
    if (!connection.capabilities.resources?.subscribe) throw cannotSubscribe(this.#server);
    const held = this.#held.get(uri) ?? this.#hold(uri, connection);
    held.count++;
    try {
      await held.asked;
    } catch (error) {
      this.#release(uri, held);
      throw error;
    }
  }

  /** Ends one subscription; the last one of a resource is taken back. Never rejects. */
  async remove(uri: string, connection: ConnectedServer | undefined): Promise<void> {
    const held = this.#held.get(uri);
    if (!held || !this.#release(uri, held)) return;
    this.#failed.delete(uri);
    const options = { target: uri, timeoutMs: UNSUBSCRIBE_TIMEOUT_MS };
    await connection?.session
      .request('resources/unsubscribe', { uri }, options)
      .catch(() => undefined);
  }

  /** Hears what a connection tells, and asks it for what another was asked for before. */
  follow(connection: ConnectedServer): void {
    connection.session.onNotification('notifications/resources/updated', (params) => {
      const uri = isRecord(params) ? params.uri : undefined;
      if (typeof uri === 'string' && this.#held.size > 0) this.#tell(uri);
    });
    this.#failed.clear();
    for (const uri of this.#held.keys()) void this.#renew(uri, connection);
  }

  async #renew(uri: string, connection: ConnectedServer): Promise<void> {
    try {
      await subscribe(uri, connection);
      // What happened while there was no connection, nobody told.
      if (this.#held.has(uri)) this.#tell(uri);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (this.#held.has(uri)) {
        this.#failed.set(uri, `Server "${this.#server}": a subscription is lost: ${reason}`);
      }
    }
  }

  #tell(uri: string): void {
    this.#emit('resource-updated', { server: this.#server, uri });
  }

  #hold(uri: string, connection: ConnectedServer): Held {
    if (this.#held.size === 0) this.#idle?.callBegins();
    const held = { count: 0, asked: subscribe(uri, connection) };
    this.#held.set(uri, held);
    return held;
  }

  /** Tells whether it was the last one. */
  #release(uri: string, held: Held): boolean {
    held.count--;
    if (held.count > 0 || this.#held.get(uri) !== held) return false;
    this.#held.delete(uri);
    if (this.#held.size === 0) this.#idle?.callEnds();
    return true;
  }
}

async function subscribe(uri: string, { session }: ConnectedServer): Promise<void> {
  await session.request('resources/subscribe', { uri }, { target: uri });
}

function cannotSubscribe(server: string): ToolpoolError {
  return new ToolpoolError(`Server "${server}" does not tell when its resources change.`, {
    code: 'TOOLPOOL_CAPABILITY_MISSING',
    hint: 'Read the resource again whenever it is needed.',
    server,
  });
}
