import { resolve } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { readTextFile } from '@toolpool/foundation/files';
import { describeMissing, type Lookup, lookUpVariable, type Variable } from './lookup.ts';
import { isPlaceholder } from './placeholders.ts';
import type { Reference } from './template.ts';

export interface ResolvedReference {
  readonly value: string;
  /** False for what the configuration says itself: defaults, and the folders of a plugin. */
  readonly secret: boolean;
}

export interface ResolveContext extends Lookup {
  readonly server: string;
  /** Relative paths of files resolve against it. */
  readonly directory: string;
  readonly field: string;
}

/** No secret is longer. */
const MAX_FILE_BYTES = 64 * 1024;

/** @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_VARIABLE_MISSING`, `TOOLPOOL_CONFIG_REFERENCE_INVALID` */
export async function resolveReference(
  reference: Reference,
  context: ResolveContext,
): Promise<ResolvedReference> {
  if (reference.kind === 'file') return resolveFile(reference.path, context);
  const variable: Variable =
    reference.kind === 'variable' ? reference : { kind: 'variable', name: reference.name };
  const value = lookUpVariable(variable, context);
  if (value === undefined) throw missingVariable(reference.name, context);
  const fromConfig = value === variable.fallback || isFolder(reference.name);
  return { value, secret: !fromConfig };
}

function isFolder(name: string): boolean {
  return isPlaceholder(name) && !name.startsWith('user_config.');
}

/** The text of a file, without the line break that editors put at its end. */
async function resolveFile(path: string, context: ResolveContext): Promise<ResolvedReference> {
  const { server, directory, field } = context;
  const file = resolve(directory, path);
  try {
    const text = await readTextFile(file, MAX_FILE_BYTES);
    if (text !== undefined) return { value: text.replace(/\r?\n$/, ''), secret: true };
  } catch (cause) {
    if (!ToolpoolError.isInstance(cause)) throw cause;
    throw unreadable(`${cause.message} "${field}" refers to it.`, server, cause);
  }
  throw unreadable(`There is no file ${file}, to which "${field}" refers.`, server);
}

function unreadable(message: string, server: string, cause?: unknown): ToolpoolError {
  return new ToolpoolError(message, {
    code: 'TOOLPOOL_CONFIG_REFERENCE_INVALID',
    hint: 'Create the file, or correct the path of the reference.',
    server,
    cause,
  });
}

function missingVariable(
  name: string,
  { server, field, ...lookup }: ResolveContext,
): ToolpoolError {
  const { message, hint } = describeMissing(name, field, lookup);
  return new ToolpoolError(message, { code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING', hint, server });
}
