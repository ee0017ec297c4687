import { resolve } from 'node:path';
import type { SettingSource } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { Io } from '../io.ts';
import { parseDuration } from './duration.ts';
import type { OptionDeclaration } from './option-declaration.ts';

/** What every command accepts, before or after its name. */
export interface GlobalOptions {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly quiet: boolean;
  /** The project root, absolute; absent: found from the current folder. */
  readonly project?: string;
  readonly plugins: readonly string[];
  readonly mcpConfigs: readonly string[];
  readonly strictMcpConfig: boolean;
  readonly settingSources?: readonly SettingSource[];
  readonly dangerouslySkipPermissions: boolean;
  readonly serverUrl?: string;
  readonly serverCommand?: string;
  /** Name of the ad-hoc server. */
  readonly name: string;
  readonly timeoutMs?: number;
}

const SETTING_SOURCES: readonly SettingSource[] = ['user', 'project', 'local'];

export const GLOBAL_OPTIONS: readonly OptionDeclaration[] = [
  { flags: '--json', description: 'print JSON on standard output, and nothing else there' },
  { flags: '--project <dir>', description: 'the project root (default: found from here)' },
  {
    flags: '--plugin <folder-or-package>',
    description: 'load a plugin for this run; repeatable',
    repeat: true,
  },
  {
    flags: '--mcp-config <file-or-JSON>',
    description: 'add the servers of a file or a JSON text; repeatable',
    repeat: true,
  },
  { flags: '--mcp-server <file-or-JSON>', description: '', repeat: true, hidden: true },
  { flags: '--strict-mcp-config', description: 'use the servers of --mcp-config only' },
  { flags: '--server-url <url>', description: 'add a remote server for this run' },
  { flags: '--server-cmd <command>', description: 'add a local server for this run' },
  { flags: '--name <name>', description: 'name of that server (default: adhoc)' },
  {
    flags: '--setting-sources <list>',
    description: 'who may approve: user,project,local (default: user,local)',
  },
  {
    flags: '--dangerously-skip-permissions',
    description: 'start project servers unasked, where your settings allow it',
  },
  {
    flags: '--timeout <duration>',
    description: 'limit of a call, or of connecting: milliseconds, or 30s, 2m',
    parse: parseDuration,
  },
  { flags: '--verbose', description: 'print more on standard error' },
  { flags: '--quiet', description: 'print errors only on standard error' },
];

/** @throws {@link ToolpoolError} `TOOLPOOL_USAGE` */
export function readGlobalOptions(
  values: Readonly<Record<string, unknown>>,
  io: Io,
): GlobalOptions {
  const text = (key: string) => values[key] as string | undefined;
  const list = (key: string) => (values[key] as readonly string[] | undefined) ?? [];
  if (values.serverUrl !== undefined && values.serverCmd !== undefined) {
    throw new ToolpoolError('--server-url and --server-cmd name one server each; give one.', {
      code: 'TOOLPOOL_USAGE',
    });
  }
  const project = text('project');
  const settingSources = text('settingSources');
  return {
    json: values.json === true,
    verbose: values.verbose === true,
    quiet: values.quiet === true,
    plugins: list('plugin'),
    mcpConfigs: [...list('mcpConfig'), ...list('mcpServer')],
    strictMcpConfig: values.strictMcpConfig === true,
    dangerouslySkipPermissions: values.dangerouslySkipPermissions === true,
    name: text('name') ?? 'adhoc',
    ...(project === undefined ? {} : { project: resolve(io.cwd, project) }),
    ...(settingSources === undefined ? {} : { settingSources: parseSources(settingSources) }),
    ...(values.serverUrl === undefined ? {} : { serverUrl: values.serverUrl as string }),
    ...(values.serverCmd === undefined ? {} : { serverCommand: values.serverCmd as string }),
    ...(values.timeout === undefined ? {} : { timeoutMs: values.timeout as number }),
  };
}

function parseSources(text: string): SettingSource[] {
  const words = text.split(',').map((word) => word.trim());
  return words.map((word) => {
    const source = SETTING_SOURCES.find((known) => known === word);
    if (source) return source;
    throw new ToolpoolError(`"${word}" is not a setting source.`, {
      code: 'TOOLPOOL_USAGE',
      hint: `Write a list of ${SETTING_SOURCES.join(', ')}.`,
    });
  });
}
