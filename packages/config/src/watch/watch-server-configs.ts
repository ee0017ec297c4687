import { setTimeout as delay } from 'node:timers/promises';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { Diagnostic, LoadedServers } from '../contract.ts';
import { type LoadServerConfigsOptions, loadServerConfigs } from '../load/load-server-configs.ts';
import { resolvePaths } from '../paths/resolve-paths.ts';
import { compareLoads, isSameLoad, type ServerDifference } from './compare-loads.ts';
import { signatureOf } from './file-signatures.ts';
import { badFilesOf, keepLastGood } from './keep-last-good.ts';
import { watchFolders } from './watch-folders.ts';
import { watchedFiles } from './watched-files.ts';

/** What a change on disk made of the servers. */
export interface ConfigChange extends ServerDifference {
  /** All of them as they are now. */
  readonly loaded: LoadedServers;
}

/** Hears of changes one at a time, in their order: the next one waits until this promise settles. */
export type ConfigListener = (change: ConfigChange) => void | Promise<void>;

export interface ConfigWatch extends AsyncDisposable {
  /** As they are now. */
  readonly loaded: LoadedServers;
}

/** How often the files are looked at without any event: links and network file systems give none. */
const LOOK_MS = 1000;

/** How long a file that has just turned bad must stay as it is: its writer may be half done. */
const GRACE_MS = 100;

/**
 * Loads the servers and tells of every change of their files from then on, also of files that appear
 * later. A file that turns bad is reported, and its servers stay as they were. Keeps no process alive
 * by itself; nothing is heard once it is disposed of.
 *
 * @throws {@link ToolpoolError} as {@link loadServerConfigs}, for the first load
 */
export async function watchServerConfigs(
  options: LoadServerConfigsOptions,
  listener: ConfigListener,
): Promise<ConfigWatch> {
  const env = options.env ?? process.env;
  const first = await loadServerConfigs(options);
  const { projectRoot } = first;
  const paths = options.paths ?? resolvePaths({ env, projectRoot });
  const fixed: LoadServerConfigsOptions = { ...options, env, paths, projectRoot };
  const files = watchedFiles({ ...fixed, env }, paths, projectRoot);
  const watcher = new ConfigWatcher({ options: fixed, files, listener, loaded: first });
  await watcher.start();
  return watcher;
}

interface WatcherOptions {
  readonly options: LoadServerConfigsOptions;
  readonly files: readonly string[];
  readonly listener: ConfigListener;
  readonly loaded: LoadedServers;
}

class ConfigWatcher implements ConfigWatch {
  readonly #options: LoadServerConfigsOptions;
  readonly #files: readonly string[];
  readonly #listener: ConfigListener;
  readonly #folders;
  #loaded: LoadedServers;
  /** Of the files when they were loaded. */
  #signature = '';
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> | undefined;
  #wanted = false;
  #isClosed = false;

  constructor({ options, files, listener, loaded }: WatcherOptions) {
    this.#options = options;
    this.#files = files;
    this.#listener = listener;
    this.#loaded = loaded;
    this.#folders = watchFolders(files, () => this.#look());
  }

  get loaded(): LoadedServers {
    return this.#loaded;
  }

  async start(): Promise<void> {
    await this.#folders.arm();
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
    // What changed since the first load shows itself now: its signature is not known.
    this.#look();
    await this.#work;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#folders.close();
    await this.#work;
  }

  /** Looks at the files, now or as soon as the look that is going on is over. */
  #look(): void {
    this.#wanted = true;
    this.#work ??= this.#lookUntilQuiet().finally(() => {
      this.#work = undefined;
      if (this.#wanted && !this.#isClosed) this.#look();
    });
  }

  async #lookUntilQuiet(): Promise<void> {
    while (this.#wanted && !this.#isClosed) {
      this.#wanted = false;
      await this.#folders.arm();
      const signature = await signatureOf(this.#files);
      if (signature === this.#signature) continue;
      const loaded = await this.#load();
      if (await this.#hasMovedOn(signature, loaded)) {
        this.#wanted = true;
        continue;
      }
      this.#signature = signature;
      await this.#tell(loaded);
    }
  }

  /** Whether the files have changed since; one that has just turned bad gets time to become whole. */
  async #hasMovedOn(signature: string, loaded: LoadedServers): Promise<boolean> {
    const known = badFilesOf(this.#loaded);
    const isNewlyBad = [...badFilesOf(loaded)].some((file) => !known.has(file));
    if (isNewlyBad) await delay(GRACE_MS);
    return (await signatureOf(this.#files)) !== signature;
  }

  async #load(): Promise<LoadedServers> {
    try {
      return await keepLastGood(this.#loaded, await loadServerConfigs(this.#options));
    } catch (error) {
      if (!ToolpoolError.isInstance(error)) throw error;
      // A file named for this run cannot be read: everything stays as it was.
      const { code, message } = error;
      const problem: Diagnostic = { severity: 'error', code, message };
      return { ...this.#loaded, diagnostics: [problem] };
    }
  }

  async #tell(loaded: LoadedServers): Promise<void> {
    const before = this.#loaded;
    if (this.#isClosed || isSameLoad(before, loaded)) return;
    this.#loaded = loaded;
    await this.#listener({ ...compareLoads(before, loaded), loaded });
  }
}
