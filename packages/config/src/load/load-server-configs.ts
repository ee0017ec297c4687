import { compareText } from '@toolpool/foundation/values';
import { defaultSettingSources, type Grants } from '../approve/decide-project-server.ts';
import { readTrust, type Trust } from '../approve/trust.ts';
import type {
  ConnectorDirectory,
  Diagnostic,
  DynamicServers,
  LoadedServers,
  PluginContribution,
  SettingSource,
} from '../contract.ts';
import { homeDirectoryOf } from '../paths/home-directory.ts';
import { locateProject } from '../paths/locate-project.ts';
import { resolvePaths, type ToolpoolPaths } from '../paths/resolve-paths.ts';
import { readPolicy } from '../policy/read-policy.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import { scopeSources, strictScopeSources } from '../scopes/scope-sources.ts';
import { classifyCandidate } from './classify-candidate.ts';
import { createConnectGate } from './connect-gate.ts';
import { mergeScopes } from './merge-scopes.ts';

export interface LoadServerConfigsOptions {
  /** Where the search for the project starts. */
  readonly cwd: string;
  /** The project itself, instead of a search for it. */
  readonly projectRoot?: string;
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** @default of {@link resolvePaths} */
  readonly paths?: ToolpoolPaths;
  /** Each is a path, JSON text, or servers built by a program; a later one wins over an earlier. */
  readonly dynamic?: readonly (string | DynamicServers)[];
  readonly plugins?: readonly PluginContribution[];
  /** Asked for the connectors of an account, beside the user's own file of them; may use the network. */
  readonly connectors?: ConnectorDirectory;
  /** Who may grant approvals; `project` approves its servers for this run. @default user and local */
  readonly settingSources?: readonly SettingSource[];
  /** Loads the `dynamic` scope alone, below the system's own servers. @default false */
  readonly strict?: boolean;
  /**
   * Approves project servers for this run. Counts only when the user's own settings have
   * `skipDangerousModePermissionPrompt: true`. @default false
   */
  readonly skipPermissions?: boolean;
  /** Approves single project servers for this run; a rejection still wins. */
  readonly approveForThisRun?: (server: {
    readonly name: string;
    readonly config: ServerConfig;
  }) => boolean;
}

/**
 * Finds every configured server and decides which may run. Starts, dials and expands nothing: one bad
 * entry costs that entry, one bad file costs that file, and each is reported.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_CONFIG_SYNTAX` or
 *   `TOOLPOOL_CONFIG_INVALID` for a `dynamic` file or text that cannot be read;
 *   `TOOLPOOL_CONFIG_HOME_REFUSED` as {@link resolvePaths}; `TOOLPOOL_USAGE` for a folder that is missing
 */
export async function loadServerConfigs(options: LoadServerConfigsOptions): Promise<LoadedServers> {
  const { cwd, env = process.env, dynamic = [], plugins = [], connectors } = options;
  const homeDirectory = homeDirectoryOf(env);
  const project = await locateProject({ ...options, homeDirectory });
  const projectRoot = project.root;
  const paths = options.paths ?? resolvePaths({ env, projectRoot });
  const grants = grantsOf(options);
  const sources = options.strict ? strictScopeSources : scopeSources;
  const [trust, policy, ...readings] = await Promise.all([
    readTrust(paths, projectRoot),
    readPolicy(paths),
    ...sources.map((read) =>
      read({ cwd, env, homeDirectory, project, paths, dynamic, plugins, connectors }),
    ),
  ]);
  const classified = readings
    .flatMap(({ candidates }) => candidates)
    .map((candidate) => classifyCandidate(candidate, { trust, grants, policy, env }));
  const merged = mergeScopes(
    classified.flatMap(({ server }) => server ?? []),
    env,
  );
  const setAside = [...classified.flatMap((each) => each.setAside ?? []), ...merged.setAside];
  return {
    projectRoot,
    servers: byName(merged.servers),
    setAside: byName(setAside),
    diagnostics: [
      ...trust.diagnostics,
      ...policy.diagnostics,
      ...skipIgnored(
        grants,
        trust,
        setAside.some(({ status }) => status === 'pending-approval'),
      ),
      ...readings.flatMap(({ diagnostics }) => diagnostics),
      ...classified.flatMap(({ diagnostics }) => diagnostics),
    ],
    projectPermissions: trust.project.permissions,
    // Settings that cannot be read may say so.
    pinPolicy: trust.readable ? trust.settings.pins : 'block',
    mayConnect: createConnectGate({ paths, projectRoot, grants, env }),
  };
}

function grantsOf(options: LoadServerConfigsOptions): Grants {
  const { settingSources, skipPermissions, approveForThisRun } = options;
  return {
    settingSources: settingSources ?? defaultSettingSources,
    skipPermissions: skipPermissions ?? false,
    approveForThisRun,
  };
}

function skipIgnored(
  { skipPermissions }: Grants,
  { settings, readable }: Trust,
  somePending: boolean,
): Diagnostic[] {
  if (!skipPermissions || !somePending || !readable) return [];
  if (settings.skipDangerousModePermissionPrompt) return [];
  return [
    {
      severity: 'warning',
      code: 'TOOLPOOL_CONFIG_SKIP_IGNORED',
      message:
        'Skipping permissions approves no project server, since your own settings do not have "skipDangerousModePermissionPrompt": true.',
    },
  ];
}

/** In the order of UTF-16 units; equal names keep their order, which is that of precedence. */
function byName<T extends { readonly name: string }>(items: readonly T[]): readonly T[] {
  return items.toSorted((left, right) => compareText(left.name, right.name));
}
