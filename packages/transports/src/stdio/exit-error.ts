import { ToolpoolError } from '@toolpool/foundation/errors';
import type { ServerWording } from '../server-wording.ts';
import type { ServerExit } from './running-server.ts';

export interface ServerEnd {
  /** Absent while the process still runs. */
  readonly exit: ServerExit | undefined;
  /** The command as messages show it. */
  readonly command: string;
  /** The last lines of standard error, safe to show. */
  readonly stderr: string;
}

/** The reason a server is gone: exit code or signal, and its own last words. */
export function createExitError(
  { exit, command, stderr }: ServerEnd,
  { subject, serverName }: ServerWording,
): ToolpoolError {
  const words = stderr === '' ? 'It wrote nothing to stderr.' : `Its last words:\n${stderr}`;
  return new ToolpoolError(`${subject} (${command}) ${describe(exit)}. ${words}`, {
    code: exit === undefined ? 'TOOLPOOL_TRANSPORT_CLOSED' : 'TOOLPOOL_TRANSPORT_EXITED',
    hint: 'Run the command by itself to see what it needs.',
    server: serverName,
    data: { exitCode: exit?.code ?? null, signal: exit?.signal ?? null, stderr },
  });
}

function describe(exit: ServerEnd['exit']): string {
  if (exit === undefined) return 'closed its end of the connection while it still runs';
  if (exit.signal !== null) return `was ended by ${exit.signal}`;
  return `exited with code ${exit.code}`;
}
