import type { CallResult } from '@toolpool/mcp-client';
import type { CommandContext } from '../command-context.ts';
import type { OpenHost } from '../compose/with-host.ts';
import { writeContent } from './content.ts';
import { writeJson } from './json.ts';
import { writeNote } from './notes.ts';
import { paintFor } from './paint.ts';
import { safeLine } from './text.ts';

/** Prints what a call gave; the exit code says whether the tool calls it a failure. */
export async function writeResult(
  context: CommandContext,
  { store }: Pick<OpenHost, 'store'>,
  result: CallResult,
): Promise<0 | 1> {
  if (context.global.json) writeJson(context.io.stdout, resultShape(result));
  else await writeText(context, store, result);
  return result.isError ? 1 : 0;
}

function resultShape(result: CallResult): object {
  return {
    tool: result.tool,
    server: result.server ?? null,
    isError: result.isError,
    content: result.content,
    structuredContent: result.structuredContent ?? null,
    saved: result.saved,
    truncated: result.truncated,
    warnings: result.warnings,
    _meta: result._meta ?? null,
    durationMs: Math.round(result.durationMs),
  };
}

/** Text of a success goes to stdout, that of a failure to stderr: scripts read the first. */
async function writeText(
  context: CommandContext,
  store: OpenHost['store'],
  { isError, content, server = 'toolpool', tool, warnings }: CallResult,
): Promise<void> {
  const { io } = context;
  const stream = isError ? io.stderr : io.stdout;
  if (isError) stream.write(`${paintFor(stream, io).red('error:')} `);
  await writeContent(context, content, { stream, store, server, tool });
  for (const warning of warnings) writeNote(context, `warning: ${safeLine(warning)}`);
}
