import type { ResultStore } from '../content/result-store.ts';

export interface FileResultStoreOptions {
  /** Folder of all sessions; made when the first result is saved. */
  readonly directory: string;
}

export function createFileResultStore({ directory }: FileResultStoreOptions): ResultStore {
  throw new Error(directory);
}
