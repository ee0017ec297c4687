import { isAbsolute, resolve } from 'node:path';
import type { ConfiguredServer } from '../contract.ts';
import type { ServerConfig } from '../schema/server-config.ts';

type Base = Pick<ConfiguredServer, 'directory' | 'workingDirectory'>;

/** Makes the paths of a launch absolute; paths inside `args` are the server's own business. */
export function resolveLaunchPaths(config: ServerConfig, base: Base): ServerConfig {
  const { directory, workingDirectory } = base;
  if (config.type === 'stdio') {
    const cwd = config.cwd === undefined ? workingDirectory : resolve(directory, config.cwd);
    return { ...config, command: resolveCommand(config.command, directory), cwd };
  }
  if (!('tls' in config) || config.tls === undefined) return config;
  const { ca, cert, key } = config.tls;
  return {
    ...config,
    tls: {
      ...config.tls,
      ...(ca !== undefined && { ca: resolve(directory, ca) }),
      ...(cert !== undefined && { cert: resolve(directory, cert) }),
      ...(key !== undefined && { key: resolve(directory, key) }),
    },
  };
}

/** A command with a separator is a path; any other is looked up in `PATH`. */
function resolveCommand(command: string, directory: string): string {
  const isPath = command.includes('/') || (process.platform === 'win32' && command.includes('\\'));
  return isPath && !isAbsolute(command) ? resolve(directory, command) : command;
}
