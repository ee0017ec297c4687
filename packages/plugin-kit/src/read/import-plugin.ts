import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withTimeout } from '@toolpool/foundation/timing';
import { invalidPlugin } from '../plugin-errors.ts';
import { checkShape } from './check-shape.ts';
import { findPackageEntry } from './package-entry.ts';
import { isInProcess, type PluginContent } from './plugin-content.ts';
import { PluginDefinitionSchema } from './plugin-schema.ts';
import { readJsonFile } from './read-json-file.ts';

const IMPORT_TIMEOUT_MS = 10_000;

const HINT = 'A plugin module has: export default definePlugin({ apiVersion: 1, name, version }).';

/**
 * Imports a plugin that is a module; `undefined` when the folder is no package. This runs its code.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_INVALID`
 */
export async function importPlugin(root: string): Promise<PluginContent | undefined> {
  const manifest = await readJsonFile(join(root, 'package.json'));
  if (manifest === undefined) return undefined;
  const file = await findPackageEntry(root, manifest.value);
  const definition = await importDefault(file);
  checkApiVersion(file, definition);
  const { name, version, description, mcpServers, createServers, userConfig } = checkShape(
    PluginDefinitionSchema,
    definition,
    { file },
  );
  const entries = toJson(file, mcpServers ?? {});
  if (createServers !== undefined && !Object.values(entries).some(isInProcess)) {
    throw invalidPlugin(file, 'is there, but no entry of "mcpServers" has the type "sdk".', {
      field: 'createServers',
      hint: 'Add mcpServers: { <name>: { type: "sdk" } } for each server that it makes.',
    });
  }
  return {
    file,
    name,
    version,
    ...(description === undefined ? {} : { description }),
    entries,
    userConfig: userConfig ?? {},
    ...(createServers === undefined ? {} : { createServers }),
  };
}

async function importDefault(file: string): Promise<unknown> {
  const timeout = () =>
    invalidPlugin(file, `did not finish loading within ${IMPORT_TIMEOUT_MS / 1000} s.`, {
      hint: 'Its top level waits for something; that belongs into createServers.',
    });
  const module: unknown = await withTimeout(importModule(file), IMPORT_TIMEOUT_MS, timeout);
  return Reflect.get(Object(module), 'default');
}

async function importModule(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (cause) {
    const missing = Reflect.get(Object(cause), 'code') === 'ERR_MODULE_NOT_FOUND';
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalidPlugin(file, `could not be loaded: ${reason}`, {
      hint: missing ? 'Install the dependencies of the plugin.' : undefined,
      cause,
    });
  }
}

/** Entries are data: what code put into them besides goes, so that they can be hashed and shown. */
function toJson(
  file: string,
  entries: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(JSON.stringify(entries));
  } catch (cause) {
    throw invalidPlugin(file, 'must consist of plain JSON values.', { field: 'mcpServers', cause });
  }
}

function checkApiVersion(file: string, definition: unknown): void {
  if (typeof definition !== 'object' || definition === null) {
    throw invalidPlugin(file, 'has no default export that is a plugin.', { hint: HINT });
  }
  const version: unknown = Reflect.get(definition, 'apiVersion');
  if (version === 1) return;
  if (version === undefined) {
    throw invalidPlugin(file, 'is missing.', { field: 'apiVersion', hint: HINT });
  }
  throw invalidPlugin(
    file,
    `is ${JSON.stringify(version)}; this host understands version 1 of the plugin contract.`,
    { field: 'apiVersion', hint: 'Update the host, or use an older version of the plugin.' },
  );
}
