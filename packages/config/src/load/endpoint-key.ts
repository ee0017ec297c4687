import type { ConfiguredServer } from '../contract.ts';
import { isPlaceholder } from '../expand/placeholders.ts';
import { resolveLaunchPaths } from '../expand/resolve-launch-paths.ts';
import { parseTemplate } from '../expand/template.ts';
import { canonicalJson } from '../launch/canonical-json.ts';
import { mapLaunchText } from '../launch/launch-text.ts';

/**
 * Text that is equal for servers that reach the same endpoint: the URL, or command, arguments,
 * environment and working directory. `undefined` for servers that live in this process.
 */
export function endpointKey(server: ConfiguredServer): string | undefined {
  const { variables = {} } = server;
  const filled = mapLaunchText(server.config, (text) => fillPlaceholders(text, variables));
  const config = resolveLaunchPaths(filled, server);
  if (config.type === 'stdio') {
    const { command, args, env = {}, cwd } = config;
    return canonicalJson([command, args, env, cwd]);
  }
  if (!('url' in config)) return undefined;
  return URL.canParse(config.url) ? new URL(config.url).href : config.url;
}

/** The placeholders of a plugin are known at once; every other reference is compared as written. */
function fillPlaceholders(text: string, variables: Readonly<Record<string, string>>): string {
  const parts = parseTemplate(text).parts ?? [];
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const isKnown = part.kind === 'variable' && isPlaceholder(part.name);
      return (isKnown && variables[part.name]) || JSON.stringify(part);
    })
    .join('');
}
