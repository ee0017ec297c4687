import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Tells when something may have happened to files, those that do not exist yet among them. */
export interface FolderWatch {
  /** Follows folders that appeared, went or were replaced. */
  readonly arm: () => Promise<void>;
  readonly close: () => void;
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly inode: number;
  /** Names in the folder that lead to a file. */
  names: ReadonlySet<string>;
}

/**
 * Watches the nearest folder there is of each file. Says too much and, on some file systems, too
 * little: whoever is told looks at the files itself, and looks now and then without being told.
 */
export function watchFolders(files: readonly string[], onEvent: () => void): FolderWatch {
  return new Folders(files, onEvent);
}

class Folders implements FolderWatch {
  readonly #files: readonly string[];
  readonly #onEvent: () => void;
  readonly #watched = new Map<string, Watched>();
  #isClosed = false;

  constructor(files: readonly string[], onEvent: () => void) {
    this.#files = files;
    this.#onEvent = onEvent;
  }

  async arm(): Promise<void> {
    const places = await nearestFolders(this.#files);
    if (this.#isClosed) return;
    for (const folder of this.#watched.keys()) if (!places.has(folder)) this.#drop(folder);
    for (const [folder, place] of places) this.#follow(folder, place);
  }

  close(): void {
    this.#isClosed = true;
    for (const folder of [...this.#watched.keys()]) this.#drop(folder);
  }

  #follow(folder: string, { inode, names }: Place): void {
    const present = this.#watched.get(folder);
    if (present?.inode === inode) {
      present.names = names;
      return;
    }
    this.#drop(folder);
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        const isOurs = name === null || this.#watched.get(folder)?.names.has(name) !== false;
        if (isOurs) this.#onEvent();
      });
      watcher.on('error', () => this.#drop(folder));
      this.#watched.set(folder, { watcher, inode, names });
    } catch {
      // No more watches to be had: the regular look finds changes too.
    }
  }

  #drop(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }
}

interface Place {
  readonly inode: number;
  readonly names: Set<string>;
}

async function nearestFolders(files: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  for (const file of files) {
    const found = await nearestFolder(file);
    if (found === undefined) continue;
    const { folder, name, inode } = found;
    const place = places.get(folder) ?? { inode, names: new Set<string>() };
    place.names.add(name);
    places.set(folder, place);
  }
  return places;
}

async function nearestFolder(
  path: string,
): Promise<{ folder: string; name: string; inode: number } | undefined> {
  const folder = dirname(path);
  if (folder === path) return undefined;
  const inode = await inodeOf(folder);
  return inode === undefined ? nearestFolder(folder) : { folder, name: basename(path), inode };
}

async function inodeOf(folder: string): Promise<number | undefined> {
  return stat(folder).then(
    (stats) => (stats.isDirectory() ? stats.ino : undefined),
    () => undefined,
  );
}
