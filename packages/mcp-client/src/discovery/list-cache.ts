import type { ConnectedServer } from '../connection/connection.ts';

const MAX_CONNECTIONS = 1_024;

interface Entry<List> {
  readonly list: Promise<List>;
  /** Stops listening for what makes it out of date. */
  readonly release: () => void;
}

/**
 * One list of each of the connections used last. A list goes with its connection, and when the server
 * says that it has changed, also while it is still being asked for: who asks later gets another.
 */
export class ListCache<List> {
  readonly #changeMethod: string;
  readonly #entries = new Map<ConnectedServer['session'], Entry<List>>();

  /** @param changeMethod - the notification by which a server says that its list has changed */
  constructor(changeMethod: string) {
    this.#changeMethod = changeMethod;
  }

  get({ session }: ConnectedServer): Promise<List> | undefined {
    const entry = this.#entries.get(session);
    if (!entry) return undefined;
    // The order of a map is that of insertion: the first is the one not used for longest.
    this.#entries.delete(session);
    this.#entries.set(session, entry);
    return entry.list;
  }

  /** Keeps a list that is being asked for; one that fails is forgotten. */
  keep({ session }: ConnectedServer, list: Promise<List>): void {
    const forget = () => {
      if (this.#entries.get(session)?.list === list) this.#drop(session);
    };
    const stops = [session.onNotification(this.#changeMethod, forget), session.onClose(forget)];
    const release = () => {
      for (const stop of stops) stop();
    };
    this.#drop(session);
    this.#entries.set(session, { list, release });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_CONNECTIONS) break;
      this.#drop(oldest);
    }
    list.catch(forget);
  }

  #drop(session: ConnectedServer['session']): void {
    const entry = this.#entries.get(session);
    this.#entries.delete(session);
    entry?.release();
  }
}
