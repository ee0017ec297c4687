export { updateFile } from './files/update.ts';
export {
  ensurePrivateDirectory,
  readTextFile,
  type WriteFileOptions,
  writeFileAtomic,
} from './files/write.ts';
