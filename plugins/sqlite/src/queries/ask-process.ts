import type { ChildProcess } from 'node:child_process';
import {
  DEFAULT_QUERY_TIMEOUT_MS,
  type QueryAnswer,
  type QueryPage,
  type QueryRequest,
  type RunOptions,
} from './queries.ts';

/** Sends one query to its process and kills the process when the answer comes too late or is not wanted. */
export function askProcess(
  child: ChildProcess,
  request: QueryRequest,
  { signal, timeoutMs = DEFAULT_QUERY_TIMEOUT_MS }: RunOptions,
): Promise<QueryPage> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      child.off('message', onMessage).off('exit', onExit).off('error', onExit);
    };
    const giveUp = (message: string) => {
      finish();
      child.kill('SIGKILL');
      reject(new Error(message));
    };
    const onMessage = (answer: QueryAnswer) => {
      finish();
      if ('page' in answer) resolve(answer.page);
      else reject(new Error(answer.problem));
    };
    const onExit = () => giveUp('The process that runs queries ended. Try again.');
    const onAbort = () => giveUp('The query was cancelled.');
    const timer = setTimeout(() => giveUp(timeoutText(timeoutMs)), timeoutMs);
    signal?.addEventListener('abort', onAbort);
    child.on('message', onMessage).on('exit', onExit).on('error', onExit);
    child.send(request);
  });
}

function timeoutText(timeoutMs: number): string {
  return `The query took longer than ${timeoutMs / 1000} s and was stopped. Narrow it, or see its plan with explain_query.`;
}
