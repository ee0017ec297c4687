import { hiddenCharacterProblems } from './hidden-character-problems.ts';
import type { ServerReport } from './host.ts';
import type { HostedServer } from './hosted-server.ts';

/** Describes a server as a list shows it. */
export function reportOf(hosted: HostedServer): ServerReport {
  const { connection, lists, durationMs, subscriptions } = hosted;
  const known = [...lists.problems, ...subscriptions.problems];
  return {
    connection,
    ...(lists.tools && { tools: lists.tools.length }),
    ...(lists.resources && { resources: lists.resources.length }),
    ...(lists.commands && { prompts: lists.commands.length }),
    // Hidden characters are looked for by whoever reads of them: that takes as long as the listing.
    get problems() {
      return [...known, ...hiddenCharacterProblems(hosted.name, lists)];
    },
    ...(durationMs !== undefined && { durationMs }),
    ...(connection.type === 'connected' && { leniencies: connection.session.leniencies }),
  };
}
