import { resolveInside } from '../find/resolve-inside.ts';
import { invalidPlugin } from '../plugin-errors.ts';
import { checkShape } from './check-shape.ts';
import { PluginEntriesSchema } from './plugin-schema.ts';
import { readJsonFile } from './read-json-file.ts';

/** Server entries, and the file that they come from. */
export interface EntriesFile {
  readonly file: string;
  readonly entries: Readonly<Record<string, unknown>>;
}

/**
 * Reads a file of server entries: `{ "mcpServers": {...} }`, or the entries alone; `undefined` when
 * there is no such file.
 */
export async function readEntries(
  root: string,
  path: string,
  named: { readonly file: string; readonly field: string },
): Promise<EntriesFile | undefined> {
  const file = await resolveInside(root, path, named);
  const content = file === undefined ? undefined : await readJsonFile(file);
  if (file === undefined || content === undefined) return undefined;
  const {
    mcpServers,
    $schema: schemaUrl,
    ...alone
  } = checkShape(PluginEntriesSchema, content.value, { file, ...content });
  return { file, entries: mcpServers ?? alone };
}

/**
 * Puts the entries of several files together.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_INVALID` when two files have a server of one name
 */
export function mergeEntries(parts: readonly EntriesFile[]): Readonly<Record<string, unknown>> {
  const merged = new Map<string, { readonly file: string; readonly entry: unknown }>();
  for (const { file, entries } of parts) {
    for (const [name, entry] of Object.entries(entries)) {
      const other = merged.get(name);
      if (other !== undefined) {
        throw invalidPlugin(file, `is also in ${other.file}.`, {
          field: `mcpServers.${name}`,
          hint: 'Give one of the two servers another name.',
        });
      }
      merged.set(name, { file, entry });
    }
  }
  return Object.fromEntries([...merged].map(([name, { entry }]) => [name, entry]));
}
