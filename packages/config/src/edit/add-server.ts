import { ToolpoolError } from '@toolpool/foundation/errors';
import { updateFile } from '@toolpool/foundation/files';
import { cleanForTerminal, quoteForApproval } from '@toolpool/foundation/text';
import { checkName } from '../load/check-name.ts';
import { type JsoncDocument, parseJsonc } from '../read/parse-jsonc.ts';
import { parseServerConfig } from '../schema/parse-server-config.ts';
import { setValue } from './edit-document.ts';
import { hasServer } from './has-server.ts';
import type { ServerChange } from './server-change.ts';
import { type EditableScope, type EditServersOptions, locateServersFile } from './servers-file.ts';

export interface AddServerOptions extends EditServersOptions {
  readonly scope: EditableScope;
  readonly name: string;
  /** Written as it is, with the keys that no schema knows. */
  readonly entry: unknown;
  /** Replaces an entry of the same name. @default false */
  readonly force?: boolean;
}

/**
 * Writes one entry into a scope's file, and leaves every other byte of it as it was.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_EXISTS`; `TOOLPOOL_CONFIG_SYNTAX` when the file cannot be
 *   parsed, which is then left alone; `TOOLPOOL_CONFIG_INVALID`, `TOOLPOOL_SERVER_UNSUPPORTED_TYPE`
 *   or `TOOLPOOL_CONFIG_REFERENCE_INVALID` for an entry that could not be read back; `TOOLPOOL_USAGE`
 *   for a project in the home folder or a name that is empty, a plugin's or not visible; `TOOLPOOL_FILE_WRITE_FAILED`, `TOOLPOOL_FILE_LOCKED`
 */
export async function addServer(options: AddServerOptions): Promise<ServerChange> {
  const { scope, name, entry, force = false } = options;
  assertValid(options);
  const place = await locateServersFile(scope, options);
  const { file, at, mode } = place;
  let action: ServerChange['action'] = 'added';
  const add = (text: string | undefined): string => {
    const document = text === undefined ? emptyFile() : parseJsonc(text, file);
    if (hasServer(document, place, name)) {
      if (!force) throw alreadyThere(name, options, file);
      action = 'replaced';
    }
    return setValue(document, [...at, name], toJson(entry), file);
  };
  await updateFile(file, add, { mode });
  return { server: name, scope, file, action };
}

/** The entry as a file can hold it: a program may have left keys undefined. */
function toJson(entry: unknown): unknown {
  return JSON.parse(JSON.stringify(entry));
}

function emptyFile(): JsoncDocument {
  return parseJsonc('{}\n', 'a new file');
}

function assertValid({ name, entry, scope }: AddServerOptions): void {
  assertName(name, scope);
  const { issues = [] } = parseServerConfig(entry);
  const [first] = issues;
  if (first === undefined) return;
  const problems = issues.map(({ message }) => message).join(' ');
  throw new ToolpoolError(`Server ${JSON.stringify(name)} is not written: ${problems}`, {
    code: first.code,
    hint: 'Correct the entry and try again.',
    server: name,
  });
}

function assertName(name: string, scope: EditableScope): void {
  const [issue] = checkName(name, scope);
  const isPlain = cleanForTerminal(name) === name && !/[\n\r\t]/.test(name);
  if (!issue && isPlain) return;
  const problem = issue?.message ?? 'Its name has characters that nobody can see.';
  throw new ToolpoolError(`Server "${quoteForApproval(name)}" is not written: ${problem}`, {
    code: 'TOOLPOOL_USAGE',
    hint: 'Choose a name of letters, digits, ".", "-" and "_".',
    server: name,
  });
}

function alreadyThere(name: string, { scope }: AddServerOptions, file: string): ToolpoolError {
  const message = `The ${scope} scope already has a server ${JSON.stringify(name)} (${file}).`;
  return new ToolpoolError(message, {
    code: 'TOOLPOOL_SERVER_EXISTS',
    hint: 'Choose another name, remove it first, or replace it with --force.',
    server: name,
  });
}
