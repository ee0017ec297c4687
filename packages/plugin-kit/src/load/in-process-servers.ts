import { ToolpoolError } from '@toolpool/foundation/errors';
import type { InProcessServer } from '../contract/in-process-server.ts';
import type { PluginContext } from '../contract/plugin-definition.ts';
import { invalidPlugin } from '../plugin-errors.ts';
import { isInProcess, type PluginContent } from '../read/plugin-content.ts';

/** Makes one in-process server, or returns the one that was made. */
export type InProcessServerFactory = () => Promise<InProcessServer>;

/** The name that a plugin's server has outside of it. */
export function registeredName(plugin: string, server: string): string {
  return `plugin:${plugin}:${server}`;
}

/**
 * Prepares the in-process servers of a plugin, by registered name. Nothing is made before the first
 * is asked for; then `createServers` runs once for all of them, and again only when it failed.
 *
 * @param missing required options without a value: while there are any, no server is made
 */
export function prepareInProcessServers(
  content: PluginContent,
  context: PluginContext,
  missing: readonly string[],
): Readonly<Record<string, InProcessServerFactory>> {
  let made: Promise<object> | undefined;
  const makeAll = (): Promise<object> => {
    made ??= makeServers(content, context, missing).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  const names = Object.keys(content.entries).filter((name) => isInProcess(content.entries[name]));
  return Object.fromEntries(
    names.map((name) => [
      registeredName(content.name, name),
      async () => pickServer(await makeAll(), name, content.file),
    ]),
  );
}

async function makeServers(
  { file, name, createServers }: PluginContent,
  context: PluginContext,
  missing: readonly string[],
): Promise<object> {
  if (missing.length > 0) {
    throw new ToolpoolError(
      `The plugin "${name}" has no value for its required setting ${missing.join(', ')}.`,
      { code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING' },
    );
  }
  if (createServers === undefined) {
    throw invalidPlugin(file, 'has no createServers, which makes the servers of type "sdk".');
  }
  try {
    return Object(await createServers(context));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalidPlugin(file, `failed in createServers: ${reason}`, { cause });
  }
}

function pickServer(servers: object, name: string, file: string): InProcessServer {
  const server: unknown = Object.hasOwn(servers, name) ? Reflect.get(servers, name) : undefined;
  if (isServer(server)) return server;
  throw invalidPlugin(file, `returned no MCP server "${name}" from createServers.`, {
    hint: `Return an object with a key for each entry of type "sdk", such as { ${name}: new McpServer(...) }.`,
  });
}

function isServer(value: unknown): value is InProcessServer {
  const has = (name: string) => typeof Reflect.get(Object(value), name) === 'function';
  return has('connect') && has('close');
}
