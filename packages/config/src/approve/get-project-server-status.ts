import type { SettingSource } from '../contract.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import { decideProjectServer, defaultSettingSources } from './decide-project-server.ts';
import { readTrust } from './trust.ts';

export type ProjectServerStatus = 'approved' | 'rejected' | 'pending';

export interface ProjectServerStatusOptions {
  /** Real path of the project. */
  readonly projectRoot: string;
  readonly paths: ToolpoolPaths;
  /** @default user and local */
  readonly settingSources?: readonly SettingSource[];
  /** @default false */
  readonly skipPermissions?: boolean;
}

/** Tells whether a server of `.mcp.json` may run. A pure read of the user's own files. */
export async function getProjectServerStatus(
  name: string,
  config: ServerConfig,
  options: ProjectServerStatusOptions,
): Promise<ProjectServerStatus> {
  const { paths, projectRoot, settingSources = defaultSettingSources } = options;
  const trust = await readTrust(paths, projectRoot);
  const grants = { settingSources, skipPermissions: options.skipPermissions ?? false };
  return decideProjectServer({ name, config }, trust, grants).status;
}
