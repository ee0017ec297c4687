import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ConfiguredServer } from '@toolpool/config';
import { ensurePrivateDirectory, readTextFile, writeFileAtomic } from '@toolpool/foundation/files';
import type { ConnectedServer } from '../connection/connection.ts';
import { discoverPrompts } from '../discovery/discover-prompts.ts';
import { discoverResources, discoverResourceTemplates } from '../discovery/discover-resources.ts';
import { discoverTools } from '../discovery/discover-tools.ts';
import type { ListName } from '../host/server-lists.ts';
import { formatCatalogue, parseCatalogue, type StoredOffer } from './catalogue-text.ts';

/** A list of ten thousand tools has some ten of these MiB. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Files with what servers offered, so that it can be offered before they are connected. Each is bound to
 * the name of its server, to what it launches and where, and to the lists that are wanted. A file that
 * cannot be read counts as none, and what cannot be written is not stored.
 */
export class StoredCatalogue {
  readonly #directory: string;
  readonly #wanted: readonly ListName[];
  /** What the files hold, as far as it is known. */
  readonly #texts = new Map<string, string>();
  readonly #writes = new Map<string, Promise<void>>();

  constructor(directory: string, wanted: ReadonlySet<ListName>) {
    this.#directory = directory;
    this.#wanted = [...wanted].sort();
  }

  /** What is known of a server; `undefined` when nothing is. Never rejects. */
  async load(server: ConfiguredServer): Promise<StoredOffer | undefined> {
    // One in this process starts at once, and may be another object under the same entry.
    if (server.config.type === 'sdk') return undefined;
    const file = this.#fileOf(server);
    try {
      const text = await readTextFile(file, MAX_BYTES);
      if (text === undefined) return undefined;
      const offer = await parseCatalogue(text, server);
      if (!offer || !this.#isWhole(offer)) return undefined;
      this.#texts.set(file, text);
      return offer;
    } catch {
      return undefined;
    }
  }

  /** Stores what a connection lists, unless that is what is stored already. Never rejects. */
  save(connection: ConnectedServer): void {
    const { server } = connection;
    if (server.config.type === 'sdk') return;
    const file = this.#fileOf(server);
    // One after the other: the last list is the one that stays.
    const before = this.#writes.get(file) ?? Promise.resolve();
    const write = before
      .then(() => this.#write(file, connection))
      .catch(() => undefined)
      .finally(() => {
        if (this.#writes.get(file) === write) this.#writes.delete(file);
      });
    this.#writes.set(file, write);
  }

  /** Resolves once everything is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writes.values());
  }

  async #write(file: string, connection: ConnectedServer): Promise<void> {
    const text = formatCatalogue(connection.server, await this.#offerOf(connection));
    if (this.#texts.get(file) === text) return;
    await ensurePrivateDirectory(this.#directory);
    await writeFileAtomic(file, text, { mode: 0o600 });
    this.#texts.set(file, text);
  }

  /** Everything was listed a moment ago: it comes from the caches of the discoveries. */
  async #offerOf(connection: ConnectedServer): Promise<StoredOffer> {
    const wants = (name: ListName) => this.#wanted.includes(name);
    const [tools, resources, templates, prompts] = await Promise.all([
      wants('tools') ? discoverTools(connection) : undefined,
      wants('resources') ? discoverResources(connection) : undefined,
      wants('resources') ? discoverResourceTemplates(connection) : undefined,
      wants('prompts') ? discoverPrompts(connection) : undefined,
    ]);
    return {
      offering: connection,
      lists: {
        ...(tools && { tools }),
        ...(resources && { resources }),
        ...(templates && { templates }),
        ...(prompts && { prompts }),
      },
    };
  }

  #isWhole({ lists }: StoredOffer): boolean {
    return this.#wanted.every((name) => lists[name] !== undefined);
  }

  #fileOf({ name, hash, workingDirectory }: ConfiguredServer): string {
    const key = JSON.stringify([name, hash, workingDirectory, this.#wanted]);
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 32);
    return join(this.#directory, `${digest}.json`);
  }
}
