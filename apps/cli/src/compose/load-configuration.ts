import { realpath } from 'node:fs/promises';
import {
  connectorEndpoint,
  type Diagnostic,
  type DynamicServers,
  findProjectRoot,
  type LoadedServers,
  loadServerConfigs,
  resolvePaths,
  type ToolpoolPaths,
} from '@toolpool/config';
import { ToolpoolError, type ToolpoolErrorCode } from '@toolpool/foundation/errors';
import type { LoadedPlugins } from '@toolpool/plugin-kit';
import type { CommandContext } from '../command-context.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { splitCommand } from '../options/split-command.ts';
import { writeDiagnostics } from '../output/notes.ts';

/** Everything a command can know without starting anything. */
export interface Configuration {
  readonly projectRoot: string;
  readonly paths: ToolpoolPaths;
  readonly loaded: LoadedServers;
  readonly plugins: LoadedPlugins;
  /** Of the configuration, and of plugins that could not be loaded. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface LoadConfigurationOptions {
  /** Approves every server of the project for this run, unless it was rejected. @default false */
  readonly approveProject?: boolean;
  /** Fails when a plugin that was named cannot be loaded, instead of a diagnostic. @default false */
  readonly needPlugins?: boolean;
  /** Asks the endpoint of connectors that the user named, if any. @default false */
  readonly online?: boolean;
}

/**
 * Reads configs and plugins as the global options say. Loads neither the MCP SDK nor the client.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE`, `TOOLPOOL_CONFIG_HOME_REFUSED`, and what
 *   `loadServerConfigs` throws
 */
export async function loadConfiguration(
  context: CommandContext,
  { approveProject = false, needPlugins = false, online = false }: LoadConfigurationOptions = {},
): Promise<Configuration> {
  const { io, global, endWith } = context;
  const { projectRoot, paths } = await locateProject(context);
  const plugins = await loadNamedPlugins(global.plugins, { cwd: io.cwd, projectRoot, paths });
  const failures = plugins.failures.map(failureDiagnostic);
  const [failure] = failures;
  if (failure && needPlugins) throw new ToolpoolError(failure.message, { code: failure.code });
  if (failure) endWith(EXIT_CODES[failure.code]);
  const warnings = leftOut(global);
  // The other commands print all diagnostics themselves.
  if (needPlugins) writeDiagnostics(context, warnings);
  const connectors =
    online && !global.strictMcpConfig ? await connectorEndpoint({ paths, env: io.env }) : undefined;
  const loaded = await loadServerConfigs({
    cwd: io.cwd,
    projectRoot,
    env: io.env,
    paths,
    dynamic: [...global.mcpConfigs, ...adHocServers(global)],
    plugins: plugins.plugins.map(({ contribution }) => contribution),
    strict: global.strictMcpConfig,
    skipPermissions: global.dangerouslySkipPermissions,
    ...(global.settingSources ? { settingSources: global.settingSources } : {}),
    ...(connectors ? { connectors } : {}),
    ...(approveProject ? { approveForThisRun: () => true } : {}),
  });
  const diagnostics = [...loaded.diagnostics, ...failures, ...warnings];
  return { projectRoot, paths, loaded, plugins, diagnostics };
}

/** @throws {@link ToolpoolError} `TOOLPOOL_USAGE`, `TOOLPOOL_CONFIG_HOME_REFUSED` */
export async function locateProject({
  io,
  global,
}: CommandContext): Promise<{ projectRoot: string; paths: ToolpoolPaths }> {
  const projectRoot =
    global.project === undefined ? await findProjectRoot(io.cwd) : await realFolder(global.project);
  return { projectRoot, paths: resolvePaths({ env: io.env, projectRoot }) };
}

async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (cause) {
    throw new ToolpoolError(`There is no project folder "${folder}".`, {
      code: 'TOOLPOOL_USAGE',
      cause,
    });
  }
}

async function loadNamedPlugins(
  references: readonly string[],
  { cwd, projectRoot, paths }: { cwd: string; projectRoot: string; paths: ToolpoolPaths },
): Promise<LoadedPlugins> {
  if (references.length === 0) return { plugins: [], failures: [] };
  const { loadPlugins } = await import('@toolpool/plugin-kit');
  return loadPlugins(references, { cwd, projectRoot, dataDirectory: paths.pluginsDirectory });
}

function adHocServers({
  name,
  serverUrl,
  serverCommand,
}: CommandContext['global']): DynamicServers[] {
  if (serverUrl !== undefined) {
    assertUrl(serverUrl);
    return [{ label: '--server-url', entries: { [name]: { url: serverUrl } } }];
  }
  if (serverCommand === undefined) return [];
  const [command, ...args] = splitCommand(serverCommand);
  return [{ label: '--server-cmd', entries: { [name]: { command, args } } }];
}

/** A reference such as `${HOST}` is filled in, and checked, with the entry. */
function assertUrl(text: string): void {
  if (text.includes('${') || /^(https?|wss?):\/\/[^/]/i.test(text)) return;
  throw new ToolpoolError('What --server-url names is no URL of a server.', {
    code: 'TOOLPOOL_USAGE',
    hint: 'Write it whole, such as --server-url https://example.com/mcp.',
  });
}

function leftOut({ strictMcpConfig, plugins }: CommandContext['global']): Diagnostic[] {
  if (!strictMcpConfig || plugins.length === 0) return [];
  const message = 'The servers of --plugin are left out: --strict-mcp-config was given.';
  return [{ severity: 'warning', code: 'TOOLPOOL_USAGE', message }];
}

function failureDiagnostic({ reference, error }: LoadedPlugins['failures'][number]): Diagnostic & {
  readonly code: ToolpoolErrorCode;
} {
  return {
    severity: 'error',
    code: ToolpoolError.isInstance(error) ? error.code : 'TOOLPOOL_PLUGIN_INVALID',
    message: `Plugin "${reference}" was not loaded: ${error.message}`,
  };
}
