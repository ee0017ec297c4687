import { posix, win32 } from 'node:path';
import { homeDirectoryOf } from './home-directory.ts';
import { refuseInsideProject } from './refuse-inside-project.ts';

/** Where this user's files are, and those of the system's administrator. */
export interface ToolpoolPaths {
  /** Servers of the `user` scope. */
  readonly userServers: string;
  readonly settings: string;
  readonly stateDirectory: string;
  /** Servers of the `local` scope, by the real path of their project. */
  readonly localServers: string;
  readonly approvals: string;
  /** Servers that the user switched on or off, by the real path of the project. */
  readonly switches: string;
  /** Connectors of the user's account, as a host or the user wrote them down. */
  readonly connectors: string;
  /** Servers of the whole system; while the file is there, nothing else loads. */
  readonly managedServers: string;
  /** What the administrator of the system allows, denies and adds. */
  readonly policy: string;
  /** What the user knows of the tools of servers. */
  readonly pinsDirectory: string;
  readonly authDirectory: string;
  readonly resultsDirectory: string;
  readonly pluginsDirectory: string;
}

export interface ResolvePathsOptions {
  /** The real environment; never values that a project file set. */
  readonly env: NodeJS.ProcessEnv;
  /** @default process.platform */
  readonly platform?: NodeJS.Platform;
  /** @default of the environment, else of the operating system */
  readonly homeDirectory?: string;
  /** Folder of the administrator's files. @default the platform's, such as `/etc/toolpool` */
  readonly systemDirectory?: string;
  /** Folders that a variable puts inside this project are refused. */
  readonly projectRoot?: string;
}

interface Folders {
  readonly config: string;
  readonly state: string;
  /** Logins and plugins, which outlive a lost state. */
  readonly data: string;
  readonly cache: string;
}

/**
 * Finds the user's folders: all under `TOOLPOOL_HOME` when it is set, else the platform's folders for
 * configuration, state and caches (the XDG Base Directory Specification on Linux).
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_HOME_REFUSED` when a variable puts them inside the project
 */
export function resolvePaths(options: ResolvePathsOptions): ToolpoolPaths {
  const { env, platform = process.platform, projectRoot } = options;
  const home = options.homeDirectory ?? homeDirectoryOf(env, platform);
  const { join, resolve } = platform === 'win32' ? win32 : posix;
  const toolpoolHome = env.TOOLPOOL_HOME;
  const folders = toolpoolHome
    ? foldersUnder(resolve(toolpoolHome), join)
    : platformFolders({ env, home, platform });
  if (projectRoot !== undefined) {
    const own = platformFolders({ env: {}, home, platform });
    refuseInsideProject({
      chosen: Object.values(folders),
      own: Object.values(own),
      projectRoot,
      home,
    });
  }
  const system = options.systemDirectory ?? systemDirectoryOf(env, platform);
  return {
    userServers: join(folders.config, 'mcp.json'),
    settings: join(folders.config, 'settings.json'),
    stateDirectory: folders.state,
    localServers: join(folders.state, 'local-servers.json'),
    approvals: join(folders.state, 'approvals.json'),
    switches: join(folders.state, 'switches.json'),
    pinsDirectory: join(folders.state, 'pins'),
    connectors: join(folders.config, 'connectors.json'),
    managedServers: join(system, 'managed-mcp.json'),
    policy: join(system, 'policy.json'),
    authDirectory: join(folders.data, 'auth'),
    resultsDirectory: join(folders.cache, 'results'),
    pluginsDirectory: join(folders.data, 'plugins'),
  };
}

/** No variable moves it, except the one by which Windows names its own folder. */
function systemDirectoryOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32') return win32.join(env.ProgramFiles || 'C:\\Program Files', 'Toolpool');
  return platform === 'darwin' ? '/Library/Application Support/Toolpool' : '/etc/toolpool';
}

type Join = (...parts: string[]) => string;

function foldersUnder(folder: string, join: Join): Folders {
  return { config: folder, state: join(folder, 'state'), data: folder, cache: folder };
}

interface PlatformOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

function platformFolders(options: PlatformOptions): Folders {
  if (options.platform === 'win32') return windowsFolders(options);
  if (options.platform === 'darwin') return macFolders(options);
  return xdgFolders(options);
}

function windowsFolders({ env, home }: PlatformOptions): Folders {
  const roaming = env.APPDATA || win32.join(home, 'AppData', 'Roaming');
  const local = win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'toolpool');
  return {
    config: win32.join(roaming, 'toolpool'),
    state: win32.join(local, 'state'),
    data: local,
    cache: win32.join(local, 'cache'),
  };
}

function macFolders({ home }: PlatformOptions): Folders {
  const library = posix.join(home, 'Library');
  return {
    ...foldersUnder(posix.join(library, 'Application Support', 'toolpool'), posix.join),
    cache: posix.join(library, 'Caches', 'toolpool'),
  };
}

function xdgFolders({ env, home }: PlatformOptions): Folders {
  // The specification says that a relative value is to be ignored.
  const folder = (variable: string, ...fallback: string[]): string => {
    const value = env[variable] ?? '';
    return posix.join(posix.isAbsolute(value) ? value : posix.join(home, ...fallback), 'toolpool');
  };
  const state = folder('XDG_STATE_HOME', '.local', 'state');
  return {
    config: folder('XDG_CONFIG_HOME', '.config'),
    state,
    data: state,
    cache: folder('XDG_CACHE_HOME', '.cache'),
  };
}
