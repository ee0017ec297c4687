import { acceptTools } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { quoteForApproval } from '@toolpool/foundation/text';
import type { CommandContext } from '../command-context.ts';
import type { Configuration } from '../compose/load-configuration.ts';
import type { OpenHost } from '../compose/with-host.ts';
import { isInteractive } from '../io.ts';
import { chooseEach } from '../output/choose-each.ts';
import { writeNote } from '../output/notes.ts';
import { type Paint, paintFor } from '../output/paint.ts';
import { reportChanges } from '../servers/report-changes.ts';
import { formatDifferences } from './format-differences.ts';
import type { PinFinding } from './project-pins.ts';

/**
 * Shows how the tools of each server differ from what was pinned, asks about each server, and pins what
 * was shown. Without a terminal and without `--yes` nothing is decided.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONSENT_REQUIRED`
 */
export async function acceptPins(
  context: CommandContext,
  configuration: Configuration,
  { pins, yes }: Pick<OpenHost, 'pins'> & { readonly yes: boolean },
): Promise<0> {
  const changed = [...pins.findings.values()].filter(({ problem }) => problem !== undefined);
  if (changed.length === 0) writeNote(context, 'There is nothing to accept.');
  const paint = paintFor(context.io.stderr, context.io);
  const chosen = await chooseEach(context, changed, {
    show: (finding) => showFinding(finding, paint),
    question: ({ server }) => `Take the tools of ${quoteForApproval(server.name)} as they are now?`,
    yes,
  });
  if (changed.length > 0 && !yes && !isInteractive(context.io)) throw consentRequired();
  const changes = chosen.map(({ server, present }) => acceptTools(server, present, configuration));
  return reportChanges(context, await Promise.all(changes));
}

function showFinding({ server, problem = '', differences }: PinFinding, paint: Paint): string {
  if (differences.length === 0) return `\n${quoteForApproval(problem)}\n`;
  return `\n${formatDifferences(server.name, differences, paint)}`;
}

function consentRequired(): ToolpoolError {
  return new ToolpoolError(
    'To accept changed tools needs an answer, and there is no terminal to ask on.',
    {
      code: 'TOOLPOOL_CONSENT_REQUIRED',
      hint: 'Read what has changed, then decide with toolpool pins accept --yes <server>. Nothing has changed.',
    },
  );
}
