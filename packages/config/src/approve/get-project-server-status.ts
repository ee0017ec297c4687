import type { SettingSource } from '../contract.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import type { ServerConfig } from '../schema/server-config.ts';

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
  throw new Error(`not built ${name} ${config} ${options}`);
}
