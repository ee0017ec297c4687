import { ToolpoolError } from '@toolpool/foundation/errors';
import { readTextFile } from '@toolpool/foundation/files';
import { isRecord } from '@toolpool/foundation/values';
import type { FieldPath } from '../launch/launch-text.ts';
import { findPosition, nodeValue } from '../read/node-value.ts';
import { type Position, parseJsonc } from '../read/parse-jsonc.ts';
import type { HostFile } from './host-files.ts';

/** One entry of another host's file, as it stands there. */
export interface HostEntry {
  readonly name: string;
  readonly value: unknown;
  readonly file: string;
  /** Another part of the file says that it does not run. */
  readonly switchedOff: boolean;
  /** Where a field of the entry is; `undefined` in TOML. */
  readonly locate: (path: FieldPath) => Position | undefined;
}

interface Parsed {
  readonly root: unknown;
  readonly locate: (path: FieldPath) => Position | undefined;
}

/** Editors keep megabytes of history in theirs. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads the entries of a host's file, JSON with comments or TOML; `undefined` when there is no such
 * file or it has no servers.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_CONFIG_SYNTAX`
 */
export async function readHostFile({
  path,
  at,
  switches,
}: HostFile): Promise<HostEntry[] | undefined> {
  const text = await readTextFile(path, MAX_BYTES);
  if (text === undefined) return undefined;
  const { root, locate } = path.endsWith('.toml') ? await parseToml(text, path) : parse(text, path);
  // The second version of opencode's format has one object more.
  for (const keys of at.length === 1 && at[0] === 'mcp' ? [['mcp', 'servers'], at] : [at]) {
    const servers = valueAt(root, keys);
    if (!isRecord(servers) || (keys.length > at.length && isEntry(servers))) continue;
    return Object.entries(servers).map(([name, value]) => ({
      name,
      value,
      file: path,
      switchedOff: switches !== undefined && isSwitchedOff(name, root, switches),
      locate: (field) => locate([...keys, name, ...field]),
    }));
  }
  return undefined;
}

function isSwitchedOff(
  name: string,
  root: unknown,
  { allowed, excluded }: NonNullable<HostFile['switches']>,
): boolean {
  const [only, never] = [valueAt(root, allowed), valueAt(root, excluded)];
  if (Array.isArray(never) && never.includes(name)) return true;
  return Array.isArray(only) && !only.includes(name);
}

/** A server that is called `servers` in the first version of the format. */
function isEntry(value: object): boolean {
  return typeof Reflect.get(value, 'type') === 'string';
}

function parse(text: string, path: string): Parsed {
  // Editors write an empty file before anything else.
  const { root } = parseJsonc(text.trim() === '' ? '{}' : text, path);
  return { root: nodeValue(root), locate: (field) => findPosition(root, field) };
}

async function parseToml(text: string, path: string): Promise<Parsed> {
  const toml = await import('smol-toml');
  try {
    return { root: toml.parse(text.replace(/^\uFEFF/, '')), locate: () => undefined };
  } catch (cause) {
    if (!(cause instanceof toml.TomlError)) throw cause;
    const { line, column } = cause;
    // The message of the library quotes the lines, which may hold secrets.
    throw new ToolpoolError(`${path}, line ${line}, column ${column}: this is no TOML.`, {
      code: 'TOOLPOOL_CONFIG_SYNTAX',
      hint: 'Correct the file there.',
      data: { line, column },
    });
  }
}

export function valueAt(root: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  );
}
