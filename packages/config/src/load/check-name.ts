import type { Scope } from '../contract.ts';
import type { EntryIssue } from '../schema/parse-server-config.ts';
import { PLUGIN_PREFIX } from '../scopes/plugin-scope.ts';

/** Lists what is wrong with the name of a server. */
export function checkName(name: string, scope: Scope): readonly EntryIssue[] {
  const message = describeName(name, scope);
  if (message === undefined) return [];
  return [{ code: 'TOOLPOOL_CONFIG_INVALID', field: '', path: [], message }];
}

function describeName(name: string, scope: Scope): string | undefined {
  if (name.trim() === '') return 'The name of a server must not be empty.';
  if (scope !== 'plugin' && name.startsWith(PLUGIN_PREFIX)) {
    return `Names that begin with "${PLUGIN_PREFIX}" belong to the servers of plugins.`;
  }
  return undefined;
}
