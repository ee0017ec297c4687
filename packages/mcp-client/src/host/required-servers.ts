import type { SetAsideServer, SetAsideStatus } from '@toolpool/config';
import { connectionError, notRunning } from './connection-error.ts';
import type { HostedServer } from './hosted-server.ts';

/** Why an entry does not run that its user means to run. */
const MISSING: readonly SetAsideStatus[] = [
  'pending-approval',
  'rejected',
  'blocked',
  'misconfigured',
];

/**
 * Resolves once every required server is connected; starts those that nobody has asked for yet.
 *
 * @throws {@link ToolpoolError} why one is not, of the first that is known
 */
export async function requireServers(
  servers: readonly HostedServer[],
  setAside: readonly SetAsideServer[],
): Promise<void> {
  const running = new Set(servers.map(({ name }) => name));
  const missing = setAside.find(
    ({ name, status, config }) =>
      config?.required && MISSING.includes(status) && !running.has(name),
  );
  if (missing) throw notRunning(missing);
  const required = servers.filter(({ server }) => server.config.required);
  await Promise.all(required.map(requireServer));
}

async function requireServer(hosted: HostedServer): Promise<void> {
  const { connection } = hosted;
  const settled = connection.type === 'pending' ? await hosted.connect() : connection;
  if (settled.type === 'disabled' && settled.status === 'disabled') return;
  const error = connectionError(settled);
  if (error) throw error;
}
