export { ensurePrivateDirectory } from './files/folder.ts';
export { readTextFile } from './files/read.ts';
export { type FileLockOptions, updateFile, withFileLock } from './files/update.ts';
export { type WriteFileOptions, writeFileAtomic } from './files/write.ts';
