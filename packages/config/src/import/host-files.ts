import { dirname, posix, win32 } from 'node:path';
import { homeDirectoryOf } from '../paths/home-directory.ts';
import { refuseInsideProject } from '../paths/refuse-inside-project.ts';
import type { ImportSource } from './import-source.ts';

export interface HostFilesOptions {
  readonly env: NodeJS.ProcessEnv;
  /** @default process.platform */
  readonly platform?: NodeJS.Platform;
  /** @default of the environment, else of the operating system */
  readonly homeDirectory?: string;
  /** Files that a variable puts inside this project are refused: they are not the user's (CVE-2025-61260). */
  readonly projectRoot?: string;
}

/** A file in which another host keeps servers. */
export interface HostFile {
  readonly path: string;
  /** Keys that lead to the servers. */
  readonly at: readonly string[];
  /** Keys of lists that say by name which of them run: all but the excluded, or the allowed alone. */
  readonly switches?: Readonly<Record<'allowed' | 'excluded', readonly string[]>>;
}

interface Places {
  readonly env: NodeJS.ProcessEnv;
  readonly join: (...parts: string[]) => string;
  readonly home: string;
  /** Where applications keep their settings. */
  readonly applications: string;
  /** `XDG_CONFIG_HOME`, which some hosts use on every platform. */
  readonly xdgConfig: string;
}

/**
 * Lists where a host keeps the servers of this user; the first file that has a name wins.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_HOME_REFUSED`
 */
export function userFilesOf(source: ImportSource, options: HostFilesOptions): HostFile[] {
  const files = listUserFiles(source, options);
  const { env, platform, homeDirectory, projectRoot } = options;
  if (projectRoot === undefined) return files;
  const home = homeDirectory ?? homeDirectoryOf(env, platform);
  const own = listUserFiles(source, { ...options, env: {}, homeDirectory: home });
  refuseInsideProject({
    chosen: files.map(({ path }) => dirname(path)),
    own: own.map(({ path }) => dirname(path)),
    projectRoot,
    home,
  });
  return files;
}

function listUserFiles(source: ImportSource, options: HostFilesOptions): HostFile[] {
  const { env, platform = process.platform } = options;
  const { join } = platform === 'win32' ? win32 : posix;
  const home = options.homeDirectory ?? homeDirectoryOf(env, platform);
  const xdgConfig = env.XDG_CONFIG_HOME || join(home, '.config');
  const applications =
    platform === 'win32'
      ? env.APPDATA || join(home, 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : xdgConfig;
  return userFiles[source]({ env, join, home, applications, xdgConfig });
}

const servers = ['mcpServers'];
const gemini = {
  at: servers,
  switches: { allowed: ['mcp', 'allowed'], excluded: ['mcp', 'excluded'] },
};

const userFiles: Readonly<Record<ImportSource, (places: Places) => HostFile[]>> = {
  'claude-code': ({ env, join, home }) => [
    { path: join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'), at: servers },
  ],
  'claude-desktop': ({ join, applications }) => [
    { path: join(applications, 'Claude', 'claude_desktop_config.json'), at: servers },
  ],
  cursor: ({ join, home }) => [{ path: join(home, '.cursor', 'mcp.json'), at: servers }],
  vscode: ({ join, applications }) =>
    ['Code', 'Code - Insiders'].flatMap((product) => [
      { path: join(applications, product, 'User', 'mcp.json'), at: ['servers'] },
      { path: join(applications, product, 'User', 'settings.json'), at: ['mcp', 'servers'] },
    ]),
  codex: ({ env, join, home }) => [
    { path: join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'), at: ['mcp_servers'] },
  ],
  windsurf: ({ join, home }) => [
    { path: join(home, '.codeium', 'windsurf', 'mcp_config.json'), at: servers },
  ],
  gemini: ({ join, home }) => [{ ...gemini, path: join(home, '.gemini', 'settings.json') }],
  opencode: ({ env, join, xdgConfig }) => [
    ...(env.OPENCODE_CONFIG ? [{ path: env.OPENCODE_CONFIG, at: ['mcp'] }] : []),
    { path: join(xdgConfig, 'opencode', 'opencode.jsonc'), at: ['mcp'] },
    { path: join(xdgConfig, 'opencode', 'opencode.json'), at: ['mcp'] },
  ],
};

const projectFiles: Readonly<Record<ImportSource, readonly HostFile[]>> = {
  'claude-code': [],
  'claude-desktop': [],
  cursor: [{ path: '.cursor/mcp.json', at: servers }],
  vscode: [{ path: '.vscode/mcp.json', at: ['servers'] }],
  codex: [{ path: '.codex/config.toml', at: ['mcp_servers'] }],
  windsurf: [],
  gemini: [{ ...gemini, path: '.gemini/settings.json' }],
  opencode: [
    { path: 'opencode.jsonc', at: ['mcp'] },
    { path: 'opencode.json', at: ['mcp'] },
  ],
};

/** Lists where a host keeps the servers of a project, which anybody who wrote the project may have put there. */
export function projectFilesOf(source: ImportSource, projectRoot: string): HostFile[] {
  return projectFiles[source].map((file) => ({
    ...file,
    path: posix.join(projectRoot, file.path),
  }));
}
