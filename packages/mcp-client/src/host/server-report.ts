import { hiddenCharacterProblems } from './hidden-character-problems.ts';
import type { ServerReport } from './host.ts';
import type { HostedServer } from './hosted-server.ts';

/** Describes a server as a list shows it. */
export function reportOf(hosted: HostedServer): ServerReport {
  const { connection, lists, durationMs } = hosted;
  return {
    connection,
    ...(lists.tools && { tools: lists.tools.length }),
    ...(lists.resources && { resources: lists.resources.length }),
    ...(lists.commands && { prompts: lists.commands.length }),
    problems: [
      ...lists.problems,
      ...hosted.subscriptions.problems,
      ...hiddenCharacterProblems(hosted),
    ],
    ...(durationMs !== undefined && { durationMs }),
    ...(connection.type === 'connected' && { leniencies: connection.session.leniencies }),
  };
}
