import type { ConfiguredServer, LoadedServers, SetAsideServer } from '../contract.ts';
import { type FieldPath, formatField } from '../launch/launch-text.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import { findMissingFiles } from './find-missing-files.ts';
import type { Finding } from './finding.ts';
import { isPlainUrl } from './is-plain-url.ts';
import { findLiteralSecrets } from './literal-secrets.ts';
import { locateField } from './locate-field.ts';

/** A finding about one field, without its place. */
export interface FieldFinding extends Pick<Finding, 'severity' | 'code' | 'message' | 'fix'> {
  readonly path: FieldPath;
}

/** Points at what is risky about entries, and at what those that may run need and is not there. */
export async function checkEntries(
  { servers, setAside }: LoadedServers,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  const shown = setAside.flatMap(({ config, ...server }) =>
    config === undefined || server.status === 'shadowed' ? [] : [{ ...server, config }],
  );
  const risky = await Promise.all(
    [...servers, ...shown].map((server) => place(server, findRisks(server))),
  );
  // Only what may run is looked for: an entry that waits must not make us touch what it names.
  const missing = await Promise.all(
    servers.map(async (server) => place(server, await findMissingFiles(server, env))),
  );
  return [...risky, ...missing].flat();
}

type Subject = Pick<ConfiguredServer | SetAsideServer, 'name' | 'scope' | 'source'> & {
  readonly config: ServerConfig;
};

function findRisks({ scope, config }: Subject): FieldFinding[] {
  const plain: FieldFinding[] =
    'url' in config && isPlainUrl(config.url)
      ? [
          {
            severity: 'warning',
            code: 'TOOLPOOL_CONFIG_PLAIN_HTTP',
            message: 'Everything, secrets too, goes to another machine without encryption.',
            fix: 'Write https:// or wss://, if the server has it.',
            path: ['url'],
          },
        ]
      : [];
  if (scope !== 'project') return plain;
  const literal = findLiteralSecrets(config).map((path): FieldFinding => {
    const field = JSON.stringify(formatField(path));
    return {
      severity: 'warning',
      code: 'TOOLPOOL_CONFIG_SECRET_SHARED',
      message: `${field} seems to hold a secret, in a file that is shared.`,
      fix: 'Put a reference there, such as ${NAME}, and change the secret.',
      path,
    };
  });
  return [...plain, ...literal];
}

async function place(server: Subject, findings: readonly FieldFinding[]): Promise<Finding[]> {
  return Promise.all(
    findings.map(async ({ path, message, ...finding }) => ({
      ...finding,
      message: `Server ${JSON.stringify(server.name)}: ${message}`,
      ...(await locateField(server.source, server.name, path)),
      server: server.name,
      field: formatField(path),
    })),
  );
}
