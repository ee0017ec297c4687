import { readConnectorScope } from './connector-scope.ts';
import { readDynamicScope } from './dynamic-scope.ts';
import { readLocalScope, readProjectScope, readUserScope } from './file-scopes.ts';
import { readImportedServers } from './imported-servers.ts';
import { readPluginScope } from './plugin-scope.ts';
import type { ScopeSource } from './scope-source.ts';
import { readEnterpriseScope, readManagedScope } from './system-scopes.ts';

/** Every source of servers, highest precedence first. */
export const scopeSources: readonly ScopeSource[] = [
  readEnterpriseScope,
  readManagedScope,
  readDynamicScope,
  readLocalScope,
  readProjectScope,
  readUserScope,
  readImportedServers,
  readPluginScope,
  readConnectorScope,
];

/** What is left when only the servers named for this run may load: the system's own stay above them. */
export const strictScopeSources: readonly ScopeSource[] = [readEnterpriseScope, readDynamicScope];
