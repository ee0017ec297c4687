import { dirname } from 'node:path';
import { localServersPath } from '../paths/local-servers-path.ts';
import { refuseOutsideProject } from '../paths/refuse-outside-project.ts';
import { toDiagnostic } from '../read/read-config-file.ts';
import { readFileScope } from './read-file-scope.ts';
import type { ScopeSource } from './scope-source.ts';

/** This user, this project: a state file of the user, by the real path of the project. */
export const readLocalScope: ScopeSource = ({ project: { root }, paths }) =>
  readFileScope(
    paths.localServers,
    { scope: 'local', directory: root, workingDirectory: root },
    { at: localServersPath(root) },
  );

/** `.mcp.json` of the project, shared with everybody who works on it. */
export const readProjectScope: ScopeSource = async ({ project: { root, serversFile } }) => {
  if (serversFile === undefined) return { candidates: [], diagnostics: [] };
  try {
    await refuseOutsideProject(serversFile, root);
  } catch (error) {
    return { candidates: [], diagnostics: [toDiagnostic(error, serversFile)] };
  }
  return readFileScope(serversFile, { scope: 'project', directory: root, workingDirectory: root });
};

/** `mcp.json` of the user, for every project. */
export const readUserScope: ScopeSource = ({ cwd, paths }) =>
  readFileScope(paths.userServers, {
    scope: 'user',
    directory: dirname(paths.userServers),
    workingDirectory: cwd,
  });
