import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CallResult, Host } from '@toolpool/mcp-client';
import type { CommandContext } from '../command-context.ts';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import { formatDuration } from '../output/format-values.ts';
import { paintFor } from '../output/paint.ts';
import { createProgressView } from '../output/progress.ts';
import { safeLine, safeText } from '../output/text.ts';
import { commandLineOf, type DemoCall } from './demo-calls.ts';

/** Makes one call of the demo and prints what came; a failure is told and costs only this call. */
export async function runDemoCall(
  context: CommandContext,
  host: Host,
  call: DemoCall,
): Promise<ExitCode> {
  const { io } = context;
  const paint = paintFor(io.stdout, io);
  io.stdout.write(`\n${paint.bold(call.title)}\n  ${paint.cyan(`$ ${commandLineOf(call)}`)}\n`);
  const progress = createProgressView(context);
  try {
    const result = await host.callTool(nameOf(call, host), call.args, {
      signal: io.signal,
      onProgress: progress.update,
    });
    progress.stop();
    if (result.isError) io.stdout.write(`  ${paint.red('the tool failed:')}\n`);
    io.stdout.write(formatResult(result, paint.dim));
    return result.isError ? 1 : 0;
  } catch (error) {
    if (io.signal.aborted || !ToolpoolError.isInstance(error)) throw error;
    io.stdout.write(`  ${paint.red('failed:')} ${safeLine(error.message)}\n`);
    return EXIT_CODES[error.code];
  } finally {
    progress.stop();
  }
}

function nameOf({ server, tool }: DemoCall, host: Host): string {
  const found = host
    .toolPool()
    .find(({ mcpInfo }) => mcpInfo?.serverName === server && mcpInfo.toolName === tool);
  if (found) return found.name;
  throw new ToolpoolError(`Server "${server}" offers no tool "${tool}".`, {
    code: 'TOOLPOOL_TOOL_UNKNOWN',
    server,
  });
}

function formatResult(result: CallResult, dim: (text: string) => string): string {
  const texts = result.content.map((block) => (block.type === 'text' ? block.text : '(image)'));
  const lines = texts.flatMap((text) => safeText(text).split('\n'));
  const time = dim(formatDuration(result.durationMs));
  return `${[...lines, time].map((line) => `  ${line}`.trimEnd()).join('\n')}\n`;
}
