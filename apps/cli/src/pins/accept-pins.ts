import { acceptTools } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { quoteForApproval } from '@toolpool/foundation/text';
import type { CommandContext } from '../command-context.ts';
import type { Configuration } from '../compose/load-configuration.ts';
import type { OpenHost } from '../compose/with-host.ts';
import { isInteractive } from '../io.ts';
import { createAsker } from '../output/ask.ts';
import { writeNote } from '../output/notes.ts';
import { paintFor } from '../output/paint.ts';
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
  const chosen = await choose(context, changed, yes);
  if (changed.length > 0 && !yes && !isInteractive(context.io)) throw consentRequired();
  const changes = chosen.map(({ server, present }) => acceptTools(server, present, configuration));
  return reportChanges(context, await Promise.all(changes));
}

async function choose(
  context: CommandContext,
  changed: readonly PinFinding[],
  yes: boolean,
): Promise<readonly PinFinding[]> {
  const { io, global } = context;
  const show = ({ server, problem = '', differences }: PinFinding) => {
    const paint = paintFor(io.stderr, io);
    const text =
      differences.length > 0
        ? formatDifferences(server.name, differences, paint)
        : `${quoteForApproval(problem)}\n`;
    if (!(yes && global.quiet)) io.stderr.write(`\n${text}`);
  };
  if (yes || !isInteractive(io)) {
    for (const finding of changed) show(finding);
    return yes ? changed : [];
  }
  const chosen: PinFinding[] = [];
  using asker = await createAsker(io);
  for (const finding of changed) {
    show(finding);
    const question = `Take the tools of ${quoteForApproval(finding.server.name)} as they are now?`;
    if (await asker.askYesNo(question)) chosen.push(finding);
  }
  return chosen;
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
