import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import * as z from 'zod/mini';
import type { ConfiguredServer } from '../contract.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import { parseJson } from '../read/parse-json.ts';

const FileSchema = z.looseObject({
  version: z.literal(1),
  /** Real path of the project, and the name as configured: for people, and to be sure. */
  project: z.string(),
  server: z.string(),
  pinnedAt: z.string(),
  tools: z.array(z.object({ name: z.string(), fields: z.record(z.string(), z.string()) })),
});

/** The tools of one server as the user last knew them. */
export type ServerPin = z.output<typeof FileSchema>;

/** Tools with the texts of their fields, as a server defined them. */
export type PinnedTools = readonly {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
}[];

/** Who a pin is about. */
export type PinnedServer = Pick<ConfiguredServer, 'name' | 'scope' | 'hash'>;

export interface PinOptions {
  /** Real path of the project. */
  readonly projectRoot: string;
  readonly paths: ToolpoolPaths;
}

/**
 * The file of one server's pin: bound to its name and the project, whatever it launches, so that a new
 * launch does not bring new definitions in unseen. Servers named for one run often share a name; they
 * are told apart by what they launch.
 */
export function pinFileOf(
  { name, scope, hash }: PinnedServer,
  { projectRoot, paths }: PinOptions,
): string {
  const key = [projectRoot, name, ...(scope === 'dynamic' ? [hash] : [])];
  const digest = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32);
  return join(paths.pinsDirectory, `${digest}.json`);
}

/** @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` for a text that is not whole */
export function parsePin(text: string, file: string): ServerPin {
  const parsed = FileSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new ToolpoolError(`The pinned tools in ${file} are damaged; none of them is known.`, {
    code: 'TOOLPOOL_CONFIG_INVALID',
    hint: 'Look at the tools of the server, then pin them anew with toolpool pins accept.',
  });
}
