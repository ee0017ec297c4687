import { type ChildProcess, fork } from 'node:child_process';
import { askProcess } from './ask-process.ts';
import type { Queries, QueryPage, QueryRequest, RunOptions } from './queries.ts';

/**
 * Runs queries in a process of their own, one after the other. SQLite cannot be interrupted from
 * within here, but that process can be killed: a query that takes too long, or that nobody waits for
 * any more, ends with it, and the next one gets a new process.
 *
 * @param module the built module that answers, with the path of the database as its argument
 */
export function createForkedQueries(path: string, module: URL): Queries {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const runNow = async (request: QueryRequest, options: RunOptions): Promise<QueryPage> => {
    options.signal?.throwIfAborted();
    if (child === undefined || isGone(child)) child = startProcess(path, module);
    return await askProcess(child, request, options);
  };
  return {
    run(request, options = {}) {
      const page = last.then(() => runNow(request, options));
      last = page.catch(() => undefined);
      return page;
    },
    close() {
      child?.kill('SIGKILL');
      child = undefined;
    },
  };
}

function startProcess(path: string, module: URL): ChildProcess {
  const child = fork(module, [path], {
    // Standard output belongs to the protocol.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  // It waits for queries; that must not keep the server from ending.
  child.unref();
  child.channel?.unref();
  // Without a listener, an error while no query runs would end the server.
  child.on('error', () => undefined);
  return child;
}

function isGone(child: ChildProcess): boolean {
  return child.killed || child.exitCode !== null || child.signalCode !== null;
}
