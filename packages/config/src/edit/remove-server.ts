import { ToolpoolError } from '@toolpool/foundation/errors';
import { updateFile } from '@toolpool/foundation/files';
import { parseJsonc } from '../read/parse-jsonc.ts';
import { readConfigFile } from '../read/read-config-file.ts';
import { removeValue } from './edit-document.ts';
import { hasServer } from './has-server.ts';
import type { ServerChange } from './server-change.ts';
import {
  type EditableScope,
  type EditServersOptions,
  locateServersFile,
  type ServersFile,
} from './servers-file.ts';

export interface RemoveServerOptions extends EditServersOptions {
  readonly name: string;
  /** @default the only scope that has the name */
  readonly scope?: EditableScope;
}

/**
 * Removes one entry from a scope's file, and leaves every other byte of it as it was.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN`; `TOOLPOOL_SERVER_AMBIGUOUS` when several scopes
 *   have the name; `TOOLPOOL_CONFIG_SYNTAX` when a file cannot be parsed, which is then left alone;
 *   `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_FILE_WRITE_FAILED`, `TOOLPOOL_FILE_LOCKED`
 */
export async function removeServer(options: RemoveServerOptions): Promise<ServerChange> {
  const { name } = options;
  const place = await findPlace(options);
  const { scope, file, at, mode } = place;
  const remove = (text: string | undefined): string => {
    const document = text === undefined ? undefined : parseJsonc(text, file);
    if (document === undefined || !hasServer(document, place, name)) throw unknown(options);
    return removeValue(document, [...at, name], file);
  };
  await updateFile(file, remove, { mode });
  return { server: name, scope, file, action: 'removed' };
}

async function findPlace(options: RemoveServerOptions): Promise<ServersFile> {
  const scopes = options.scope === undefined ? editableScopes : [options.scope];
  const holders: ServersFile[] = [];
  for (const scope of scopes) {
    const place = await locateServersFile(scope, options).catch(unreadProject);
    const document = place && (await readConfigFile(place.file));
    if (place && document && hasServer(document, place, options.name)) holders.push(place);
  }
  const [only, ...others] = holders;
  if (only === undefined) throw unknown(options);
  if (others.length > 0) throw ambiguous(options.name, holders);
  return only;
}

const editableScopes: readonly EditableScope[] = ['local', 'project', 'user'];

/** The home folder is no project, so that it has no server to remove either. */
function unreadProject(error: unknown): undefined {
  if (ToolpoolError.isInstance(error) && error.code === 'TOOLPOOL_USAGE') return undefined;
  throw error;
}

function unknown({ name, scope }: RemoveServerOptions): ToolpoolError {
  const where = scope === undefined ? 'No scope that you can edit' : `The ${scope} scope`;
  const has = scope === undefined ? 'has' : 'does not have';
  return new ToolpoolError(`${where} ${has} a server ${JSON.stringify(name)}.`, {
    code: 'TOOLPOOL_SERVER_UNKNOWN',
    hint: 'List the servers to see their names and scopes.',
    server: name,
  });
}

function ambiguous(name: string, holders: readonly ServersFile[]): ToolpoolError {
  const scopes = holders.map(({ scope, file }) => `${scope} (${file})`).join(', ');
  const message = `Several scopes have a server ${JSON.stringify(name)}: ${scopes}.`;
  return new ToolpoolError(message, {
    code: 'TOOLPOOL_SERVER_AMBIGUOUS',
    hint: 'Name the scope to remove it from.',
    server: name,
  });
}
