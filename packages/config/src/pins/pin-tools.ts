import { unlink } from 'node:fs/promises';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { readTextFile, updateFile } from '@toolpool/foundation/files';
import type { ServerChange } from '../edit/server-change.ts';
import {
  type PinnedServer,
  type PinnedTools,
  type PinOptions,
  parsePin,
  pinFileOf,
  type ServerPin,
} from './pins-file.ts';

/** A list of ten thousand tools has some ten of these MiB. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads which tools of a server the user knows; `undefined` when it was never pinned in this project.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_CONFIG_INVALID`
 */
export async function readPin(
  server: PinnedServer,
  options: PinOptions,
): Promise<ServerPin | undefined> {
  const file = pinFileOf(server, options);
  const text = await readTextFile(file, MAX_BYTES);
  return text === undefined ? undefined : parsePin(text, file);
}

/**
 * Pins the tools of a server that has no pin yet; of several who do so at once the first counts.
 * Returns what is pinned now.
 *
 * @throws {@link ToolpoolError} as {@link readPin}; `TOOLPOOL_FILE_WRITE_FAILED`, `TOOLPOOL_FILE_LOCKED`
 */
export async function pinFirst(
  server: PinnedServer,
  tools: PinnedTools,
  options: PinOptions,
): Promise<ServerPin> {
  const file = pinFileOf(server, options);
  let pin = createPin(server, tools, options);
  const change = (text: string | undefined): string | undefined => {
    if (text === undefined) return format(pin);
    pin = parsePin(text, file);
    return undefined;
  };
  await updateFile(file, change, { mode: 0o600 });
  return pin;
}

/**
 * Pins the tools of a server as they were shown to the user, whatever was pinned before.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_WRITE_FAILED`, `TOOLPOOL_FILE_LOCKED`
 */
export async function acceptTools(
  server: PinnedServer,
  tools: PinnedTools,
  options: PinOptions,
): Promise<ServerChange> {
  const file = pinFileOf(server, options);
  await updateFile(file, () => format(createPin(server, tools, options)), { mode: 0o600 });
  return { server: server.name, scope: server.scope, file, action: 'pinned' };
}

/**
 * Forgets the pin of a server, so that its next list is pinned again; `undefined` when there is none.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_WRITE_FAILED`
 */
export async function forgetPin(
  server: PinnedServer,
  options: PinOptions,
): Promise<ServerChange | undefined> {
  const file = pinFileOf(server, options);
  try {
    await unlink(file);
  } catch (cause) {
    if (Reflect.get(Object(cause), 'code') === 'ENOENT') return undefined;
    throw new ToolpoolError(`The pinned tools in ${file} could not be removed.`, {
      code: 'TOOLPOOL_FILE_WRITE_FAILED',
      hint: 'Check who may write to its folder.',
      cause,
    });
  }
  return { server: server.name, scope: server.scope, file, action: 'reset' };
}

function createPin(
  { name }: PinnedServer,
  tools: PinnedTools,
  { projectRoot }: PinOptions,
): ServerPin {
  const pinnedAt = new Date().toISOString();
  const copies = tools.map((tool) => ({ name: tool.name, fields: { ...tool.fields } }));
  return { version: 1, project: projectRoot, server: name, pinnedAt, tools: copies };
}

function format(pin: ServerPin): string {
  return `${JSON.stringify(pin)}\n`;
}
