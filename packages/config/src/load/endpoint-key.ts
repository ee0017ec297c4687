import { canonicalJson } from '@toolpool/foundation/values';
import type { ConfiguredServer } from '../contract.ts';
import { fillKnown } from '../expand/fill-known.ts';
import { resolveLaunchPaths } from '../expand/resolve-launch-paths.ts';
import { mapLaunchText } from '../launch/launch-text.ts';

/**
 * Text that is equal for servers that reach the same endpoint: the URL, or command, arguments,
 * environment and working directory. `undefined` for servers that live in this process. Secret
 * references are compared as written.
 */
export function endpointKey(server: ConfiguredServer, env: NodeJS.ProcessEnv): string | undefined {
  const { variables } = server;
  const filled = mapLaunchText(server.config, (text) =>
    fillKnown(text, { env, variables }, (reference) => JSON.stringify(reference)),
  );
  const config = resolveLaunchPaths(filled, server);
  if (config.type === 'stdio') {
    const { command, args, env: values = {}, cwd } = config;
    return canonicalJson([command, args, values, cwd]);
  }
  if (!('url' in config)) return undefined;
  return URL.canParse(config.url) ? new URL(config.url).href : config.url;
}
