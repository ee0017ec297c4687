import type { StoredCatalogue } from '../../catalogue/stored-catalogue.ts';
import type { ConnectedServer } from '../../connection/connection.ts';
import type { ConnectOptions } from '../../connection/connection-cache.ts';
import { connectTimeoutMs } from '../../connection/settings.ts';
import type { DefinitionPins } from '../definition-pins.ts';
import { discoverLists, type ListName } from '../server-lists.ts';
import { createToolFilter } from '../tool-filter.ts';
import { RefreshPace } from './refresh-pace.ts';
import type { ServerRecord } from './server-record.ts';
import { isSessionExpired } from './session-expired.ts';

const CHANGE_METHODS: Readonly<Record<ListName, string>> = {
  tools: 'notifications/tools/list_changed',
  resources: 'notifications/resources/list_changed',
  prompts: 'notifications/prompts/list_changed',
};

export interface ServerListingOptions {
  readonly connect: ConnectOptions & { readonly env: NodeJS.ProcessEnv };
  readonly lists: ReadonlySet<ListName>;
  readonly pins?: DefinitionPins | undefined;
  /** Where what is listed is stored. */
  readonly catalogue?: StoredCatalogue | undefined;
  /** Is told when the server has forgotten the session while its lists were asked for again. */
  readonly onExpired: () => void;
}

/**
 * Asks one connection for its lists and enters them into the record, first and whenever the server says
 * that they have changed, declared or not: one request at a time, and never faster than
 * {@link RefreshPace} allows, however often it says so.
 */
export class ServerListing {
  readonly #connection: ConnectedServer;
  readonly #record: ServerRecord;
  readonly #options: ServerListingOptions;
  readonly #pace = new RefreshPace();
  readonly #outdated = new Set<ListName>();
  #isAsking = false;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: ConnectedServer, record: ServerRecord, options: ServerListingOptions) {
    this.#connection = connection;
    this.#record = record;
    this.#options = options;
    const { session } = connection;
    for (const name of options.lists) {
      session.onNotification(CHANGE_METHODS[name], () => this.#changed(name));
    }
    session.onClose(() => {
      this.#isOver = true;
      clearTimeout(this.#timer);
    });
  }

  /** Asks for all lists; tells whether the server has forgotten the session meanwhile. */
  async first(): Promise<boolean> {
    this.#isAsking = true;
    const { isExpired } = await this.#ask(this.#options.lists);
    // What changed meanwhile, as the server says itself, may have come in its old shape.
    const isStillThere = !isExpired && this.#outdated.size > 0;
    const again = isStillThere ? await this.#ask(this.#takeOutdated()) : { isExpired };
    this.#isAsking = false;
    this.#schedule();
    return again.isExpired;
  }

  #changed(name: ListName): void {
    this.#outdated.add(name);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isOver || this.#isAsking || this.#timer || this.#outdated.size === 0) return;
    this.#timer = setTimeout(() => void this.#refresh(), this.#pace.waitMs()).unref();
  }

  async #refresh(): Promise<void> {
    this.#timer = undefined;
    this.#isAsking = true;
    this.#pace.begins();
    const { isExpired, isChanged } = await this.#ask(this.#takeOutdated());
    this.#isAsking = false;
    if (isChanged) this.#pace.wasWorthIt();
    if (isExpired) this.#options.onExpired();
    else this.#schedule();
  }

  #takeOutdated(): ReadonlySet<ListName> {
    const names = new Set(this.#outdated);
    this.#outdated.clear();
    return names;
  }

  async #ask(names: ReadonlySet<ListName>) {
    const { connect, pins } = this.#options;
    const { config } = this.#connection;
    const isWanted = createToolFilter(config);
    let isExpired = false;
    let isChanged = false;
    let isWhole = true;
    await discoverLists(this.#connection, names, {
      timeoutMs: connectTimeoutMs(connect.connectTimeoutMs, config, connect.env),
      pins,
      tell: (found) => {
        isExpired ||= isSessionExpired(found.error);
        isWhole &&= found.error === undefined;
        const tools = found.tools?.filter((tool) => isWanted(tool.name));
        const isNew = this.#record.take(this.#connection, { ...found, ...(tools && { tools }) });
        isChanged ||= isNew;
      },
    });
    if (isWhole) this.#options.catalogue?.save(this.#connection);
    return { isExpired, isChanged };
  }
}
