import { ToolpoolError, type ToolpoolErrorCode } from '../errors.ts';

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space on the disk and try again.',
  EDQUOT: 'Your disk quota is used up: free some space and try again.',
  EACCES: 'Check who owns the file and its folder, and their permissions.',
  EPERM: 'Check who owns the file and its folder, and their permissions.',
  EROFS: 'The file system is read-only: choose another place.',
  ELOOP: 'The path is a loop of symbolic links: remove one of them.',
  EISDIR: 'A folder stands where the file should be: move it away.',
  ENOTDIR: 'A part of the path is a file, not a folder.',
  EMFILE: 'Too many files are open: raise the limit (ulimit -n).',
};

interface FileErrorOptions {
  readonly code: ToolpoolErrorCode;
  readonly path: string;
  readonly cause: unknown;
}

/** Makes an error of the operating system one of ours; `what` starts the sentence. */
export function fileError(what: string, { code, path, cause }: FileErrorOptions): ToolpoolError {
  const errno = errnoOf(cause);
  const reason = errno ?? (cause instanceof Error ? cause.message : 'unknown error');
  return new ToolpoolError(`${what} ${path}: ${reason}.`, {
    code,
    hint: HINTS[errno ?? ''],
    data: { path, errno },
    cause,
  });
}

/** The name of an operating system error (`ENOENT`), if it is one. */
export function errnoOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
