import { readDynamicScope } from './dynamic-scope.ts';
import { readLocalScope, readProjectScope, readUserScope } from './file-scopes.ts';
import { readPluginScope } from './plugin-scope.ts';
import type { ScopeSource } from './scope-source.ts';

/** Every source of servers, highest precedence first. */
export const scopeSources: readonly ScopeSource[] = [
  readDynamicScope,
  readLocalScope,
  readProjectScope,
  readUserScope,
  readPluginScope,
];

/** What is left when only the servers named for this run may load. */
export const strictScopeSources: readonly ScopeSource[] = [readDynamicScope];
