import { text } from 'node:stream/consumers';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { inputJsonSchemaOf } from '@toolpool/tool-core';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { abortable } from '../compose/abortable.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { type OpenHost, withHost } from '../compose/with-host.ts';
import type { ExitCode } from '../exit-codes.ts';
import { findTool } from '../host/find-tool.ts';
import { neededServers } from '../host/needed-servers.ts';
import type { Io } from '../io.ts';
import { parseJsonObject, readArguments } from '../options/read-arguments.ts';
import { startTimeLimit } from '../options/time-limit.ts';
import { writeJson } from '../output/json.ts';
import { createProgressView } from '../output/progress.ts';
import { writeResult } from '../output/result.ts';

interface CallOptions {
  readonly args?: string;
  readonly stdin?: boolean;
  readonly raw?: boolean;
}

/** `toolpool call <tool> [key=value ...]`. */
export async function call(
  context: CommandContext,
  { args: [name = '', ...pairs], options }: CommandInput<CallOptions>,
): Promise<ExitCode> {
  const limit = startTimeLimit(context.global.timeoutMs);
  const configuration = await loadConfiguration(context, { needPlugins: true, online: true });
  const base = await readBase(options, context.io);
  // Words that make no arguments are told before anything is started.
  readArguments(pairs, { base, schema: {} });
  const servers = neededServers(name, configuration, context);
  const work = async (open: OpenHost): Promise<ExitCode> => {
    const tool = findTool(name, open, configuration.loaded);
    const args = readArguments(pairs, { base, schema: inputJsonSchemaOf(tool) });
    const { io } = context;
    const progress = createProgressView(context);
    const callOptions = {
      signal: io.signal,
      timeoutMs: limit.remainingMs(),
      onProgress: progress.update,
    };
    try {
      if (options.raw) {
        const { result } = await open.host.callToolRaw(tool.name, args, callOptions);
        progress.stop();
        writeJson(io.stdout, result);
        return isErrorResult(result) ? 1 : 0;
      }
      const result = await open.host.callTool(tool.name, args, callOptions);
      progress.stop();
      return await writeResult(context, open, result);
    } finally {
      progress.stop();
    }
  };
  return withHost(context, configuration, work, {
    servers,
    lists: ['tools'],
    connectTimeoutMs: limit.remainingMs(),
  });
}

/** The arguments that pairs override. */
async function readBase({ args, stdin }: CallOptions, io: Io): Promise<Record<string, unknown>> {
  if (args !== undefined && stdin) {
    throw new ToolpoolError('--args and --stdin both give the arguments; use one.', {
      code: 'TOOLPOOL_USAGE',
    });
  }
  if (args !== undefined) return parseJsonObject(args, '--args');
  if (!stdin) return {};
  return parseJsonObject(await abortable(text(io.stdin), io.signal), 'Standard input');
}

function isErrorResult(result: unknown): boolean {
  return typeof result === 'object' && result !== null && Reflect.get(result, 'isError') === true;
}
