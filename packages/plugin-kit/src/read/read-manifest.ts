import { basename, join } from 'node:path';
import { resolveInside } from '../find/resolve-inside.ts';
import { invalidPlugin } from '../plugin-errors.ts';
import { checkShape } from './check-shape.ts';
import type { PluginContent } from './plugin-content.ts';
import { PluginManifestSchema } from './plugin-schema.ts';
import { type EntriesFile, mergeEntries, readEntries } from './read-entries.ts';
import { readJsonFile } from './read-json-file.ts';

/**
 * Reads a plugin that is data: `plugin.json`, `.mcp.json` or both; `undefined` when there is neither.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_INVALID`
 */
export async function readManifest(root: string): Promise<PluginContent | undefined> {
  const path = await resolveInside(root, 'plugin.json', { file: root, field: 'plugin.json' });
  const file = path ?? join(root, 'plugin.json');
  const manifest = await readJsonFile(file);
  const own = await readEntries(root, '.mcp.json', { file: root, field: '.mcp.json' });
  if (manifest === undefined) return own && (await describeFolder(root, own));
  const { mcpServers, ...about } = checkShape(PluginManifestSchema, manifest.value, {
    file,
    ...manifest,
  });
  const parts = isEntries(mcpServers)
    ? [{ file, entries: mcpServers }]
    : await readNamedFiles(root, file, mcpServers);
  // The manifest may name the file that is read anyway.
  if (own !== undefined && !parts.some((part) => part.file === own.file)) parts.push(own);
  const { name, version, description, userConfig = {} } = about;
  return {
    file: parts.find(({ entries }) => Object.keys(entries).length > 0)?.file ?? file,
    name,
    version,
    ...(description === undefined ? {} : { description }),
    entries: mergeEntries(parts),
    userConfig,
  };
}

type NamedFiles = string | readonly string[];

function isEntries(
  mcpServers: NamedFiles | Readonly<Record<string, unknown>> | undefined,
): mcpServers is Readonly<Record<string, unknown>> {
  return typeof mcpServers === 'object' && !Array.isArray(mcpServers);
}

async function readNamedFiles(
  root: string,
  file: string,
  paths: NamedFiles = [],
): Promise<EntriesFile[]> {
  const list = typeof paths === 'string' ? [paths] : paths;
  const parts: EntriesFile[] = [];
  for (const [position, path] of list.entries()) {
    const field = typeof paths === 'string' ? 'mcpServers' : `mcpServers[${position}]`;
    const part = await readEntries(root, path, { file, field });
    if (part === undefined) {
      throw invalidPlugin(file, `names a file that is not there: ${JSON.stringify(path)}.`, {
        field,
      });
    }
    parts.push(part);
  }
  return parts;
}

/** A folder with `.mcp.json` alone is called as the folder is. */
async function describeFolder(
  root: string,
  { file, entries }: EntriesFile,
): Promise<PluginContent> {
  const manifest = await readJsonFile(join(root, 'package.json'));
  const version: unknown = Reflect.get(Object(manifest?.value), 'version');
  const name = basename(root)
    .replace(/[^a-z0-9._-]+/gi, '-')
    .replace(/^[^a-z0-9]+/i, '');
  return {
    file,
    name: name === '' ? 'plugin' : name,
    version: typeof version === 'string' ? version : '0.0.0',
    entries,
    userConfig: {},
  };
}
