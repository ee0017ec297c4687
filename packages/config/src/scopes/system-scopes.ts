import { dirname } from 'node:path';
import { readFileScope } from './read-file-scope.ts';
import type { ScopeSource } from './scope-source.ts';

/** Servers of the whole system, beside which nothing else may run. */
export const readEnterpriseScope: ScopeSource = ({ project: { root }, paths }) =>
  readFileScope(paths.managedServers, {
    scope: 'enterprise',
    directory: dirname(paths.managedServers),
    workingDirectory: root,
  });

/** Servers that the policy of the system adds. What is wrong with its file, the policy reports. */
export const readManagedScope: ScopeSource = async ({ project: { root }, paths }) => {
  const reading = await readFileScope(
    paths.policy,
    { scope: 'managed', directory: dirname(paths.policy), workingDirectory: root },
    { key: 'servers' },
  );
  return {
    ...reading,
    diagnostics: reading.diagnostics.filter(({ severity }) => severity !== 'error'),
  };
};
