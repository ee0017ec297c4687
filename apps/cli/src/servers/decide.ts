import {
  approveServers,
  type ConfiguredServer,
  type LoadedServers,
  rejectServers,
  type SetAsideServer,
} from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { quoteForApproval } from '@toolpool/foundation/text';
import type { CommandContext } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { isInteractive } from '../io.ts';
import { chooseEach } from '../output/choose-each.ts';
import { writeNote } from '../output/notes.ts';
import { paintFor } from '../output/paint.ts';
import { type DecidableServer, formatConsent } from './consent-text.ts';
import { reportChanges } from './report-changes.ts';
import { unknownServer } from './unknown-server.ts';

export interface Decision {
  readonly verb: 'approve' | 'reject';
  readonly question: (name: string) => string;
}

/**
 * Shows what the named project servers would run (without names: all that wait), asks about each,
 * and writes what was decided. Without a terminal and without `--yes` nothing is decided.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONSENT_REQUIRED`, `TOOLPOOL_SERVER_UNKNOWN`
 */
export async function decide(
  context: CommandContext,
  names: readonly string[],
  { verb, question, yes }: Decision & { readonly yes: boolean },
): Promise<0> {
  const configuration = await loadConfiguration(context);
  const servers = selectServers(configuration.loaded, names, verb);
  if (servers.length === 0) writeNote(context, `There is nothing to ${verb}.`);
  const paint = paintFor(context.io.stderr, context.io);
  const chosen = await chooseEach(context, servers, {
    show: (server) => formatConsent(server, paint),
    question: ({ name }) => question(quoteForApproval(name)),
    yes,
  });
  if (servers.length > 0 && !yes && !isInteractive(context.io)) throw consentRequired(verb);
  const write = verb === 'approve' ? approveServers : rejectServers;
  const changes = chosen.length === 0 ? [] : await write(chosen, configuration);
  return reportChanges(context, changes);
}

/** Without names: those that wait. With names: also those that were decided the other way. */
function selectServers(
  { servers, setAside }: LoadedServers,
  names: readonly string[],
  verb: Decision['verb'],
): DecidableServer[] {
  const waiting = setAside.filter(({ status }) => status === 'pending-approval');
  if (names.length === 0) return waiting.filter(hasConfig);
  const opposite: readonly (ConfiguredServer | SetAsideServer)[] =
    verb === 'approve' ? setAside.filter(({ status }) => status === 'rejected') : servers;
  const candidates = [...waiting, ...opposite].filter(({ scope }) => scope === 'project');
  const known = [...servers, ...setAside].filter(({ scope }) => scope === 'project');
  return names.flatMap((name) => {
    if (!known.some((server) => server.name === name)) {
      throw unknownServer(name, known, 'project server');
    }
    return candidates.filter((server) => server.name === name).filter(hasConfig);
  });
}

function hasConfig<T extends Pick<SetAsideServer, 'config'>>(
  server: T,
): server is T & Required<Pick<SetAsideServer, 'config'>> {
  return server.config !== undefined;
}

function consentRequired(verb: string): ToolpoolError {
  return new ToolpoolError(
    `To ${verb} a server needs an answer, and there is no terminal to ask on.`,
    {
      code: 'TOOLPOOL_CONSENT_REQUIRED',
      hint: `Read what it would run, then decide with toolpool ${verb} --yes <name>. Nothing has changed.`,
    },
  );
}
