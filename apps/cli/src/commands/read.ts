import { Buffer } from 'node:buffer';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';
import type { SavedResult } from '@toolpool/results';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { type OpenHost, withHost } from '../compose/with-host.ts';
import { hintedError } from '../host/hinted-error.ts';
import { namedServer } from '../host/needed-servers.ts';
import { startTimeLimit } from '../options/time-limit.ts';
import { describeSaved } from '../output/content.ts';
import { writeJson } from '../output/json.ts';
import { writeNote } from '../output/notes.ts';
import { safeText } from '../output/text.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * `toolpool read <server> <uri>`: texts whole, bytes in files. It asks the session itself, since what a
 * host reads is cut and described for a model.
 */
export async function read(
  context: CommandContext,
  { args: [name = '', uri = ''] }: CommandInput<unknown>,
): Promise<0> {
  const { io, global } = context;
  const limit = startTimeLimit(global.timeoutMs);
  const configuration = await loadConfiguration(context, { needPlugins: true, online: true });
  const server = namedServer(name, configuration);
  const work = async (open: OpenHost): Promise<0> => {
    const found = await readContents(open, {
      uri,
      signal: io.signal,
      timeoutMs: limit.remainingMs(),
    });
    const saved: SavedResult[] = [];
    const contents: JsonObject[] = [];
    for (const { blob, ...item } of found) {
      contents.push(item);
      if (typeof blob !== 'string') continue;
      saved.push(await saveBlob(blob, item, { ...open, name }));
    }
    if (global.json) writeJson(io.stdout, { contents, saved });
    else print(context, contents, saved);
    return 0;
  };
  return withHost(context, configuration, work, {
    servers: [server],
    lists: [],
    connectTimeoutMs: limit.remainingMs(),
  });
}

async function readContents(
  { host }: OpenHost,
  { uri, ...options }: { uri: string; signal: AbortSignal; timeoutMs: number | undefined },
): Promise<JsonObject[]> {
  const [connection] = host.connections();
  if (connection?.type !== 'connected') throw connection && hintedError(connection);
  const result = await connection.session.request('resources/read', { uri }, options);
  const { contents } = isRecord(result) ? result : {};
  if (Array.isArray(contents)) return contents.filter(isRecord);
  throw new ToolpoolError(`Server "${connection.name}" answered without contents.`, {
    code: 'TOOLPOOL_RESPONSE_INVALID',
    server: connection.name,
  });
}

function saveBlob(
  blob: string,
  { mimeType }: JsonObject,
  { store, name }: OpenHost & { readonly name: string },
): Promise<SavedResult> {
  return store.save({
    server: name,
    tool: 'read',
    data: Buffer.from(blob, 'base64'),
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
  });
}

function print(
  context: CommandContext,
  contents: readonly JsonObject[],
  saved: readonly SavedResult[],
): void {
  for (const { text } of contents) {
    if (typeof text === 'string') context.io.stdout.write(safeText(text));
  }
  for (const result of saved) writeNote(context, describeSaved(result));
}
