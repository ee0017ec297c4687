import { ToolpoolError } from '@toolpool/foundation/errors';
import { showName } from '../show-name.ts';
import type { ServerLists } from './server-lists.ts';

/** The tools of a server, at some moment. */
type Tools = ServerLists['tools'];

/**
 * Compares what a call was allowed for, before its server was started, with what the server lists now.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_TOOL_UNKNOWN` when it has no such tool any more,
 *   `TOOLPOOL_TOOL_CHANGED` when the tool is not the pinned one any more
 */
export function assertStillOffered(
  { server, tool: name }: { readonly server: string; readonly tool: string },
  before: Tools,
  now: Tools,
): void {
  if (before === now) return;
  const isIt = (tool: { readonly name: string }) => tool.name === name;
  const [known, listed] = [before?.find(isIt), now?.find(isIt)];
  if (!known || (listed && listed.changedSincePinned === known.changedSincePinned)) return;
  const what = `The tool "${showName(name)}" of server "${server}"`;
  if (!listed) {
    throw new ToolpoolError(`${what} is gone: the server was started and does not offer it.`, {
      code: 'TOOLPOOL_TOOL_UNKNOWN',
      hint: 'Look at the tools there are now.',
      server,
    });
  }
  throw new ToolpoolError(`${what} has changed since it was pinned, so it was not called.`, {
    code: 'TOOLPOOL_TOOL_CHANGED',
    hint: 'Look at its definition, and accept it if you want it.',
    server,
  });
}
