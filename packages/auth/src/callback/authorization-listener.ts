import type { IncomingMessage, ServerResponse } from 'node:http';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { clampTimerMs } from '@toolpool/foundation/timing';
import {
  type AuthorizationAnswer,
  type ExpectedAnswer,
  type ReadAnswer,
  readAnswer,
} from './authorization-answer.ts';
import { sendPage } from './callback-page.ts';
import { listenOnLoopback } from './loopback-servers.ts';

export interface AuthorizationListenerOptions extends ExpectedAnswer {
  /** The port that is registered. @default a free one */
  readonly port?: number | undefined;
  /** Milliseconds; 5 minutes at most. @default 300_000 */
  readonly timeoutMs?: number | undefined;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** Waits at `localhost` for the browser to come back from a login. */
export interface AuthorizationListener extends AsyncDisposable {
  /** `http://localhost:PORT/callback`. */
  readonly redirectUri: string;
  /**
   * The first answer with the right `state`, from the browser or pasted.
   *
   * It rejects with a {@link ToolpoolError} `TOOLPOOL_LOGIN_FAILED` when the login is refused, comes
   * from the wrong issuer, or takes too long, and with the reason of the signal.
   */
  readonly answer: Promise<AuthorizationAnswer>;
  /**
   * Takes the address that the browser was sent to, where it cannot reach this machine.
   *
   * @throws {@link ToolpoolError} `TOOLPOOL_USAGE` for anything else; it may be tried again
   */
  paste(text: string): void;
  close(): Promise<void>;
}

const PATH = '/callback';
const MAX_MS = 300_000;

/**
 * Starts to wait for one answer. Whatever else comes is turned away and changes nothing; the port is
 * free again as soon as the waiting is over, which is after five minutes at the latest.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_LOGIN_FAILED` when the port is taken
 */
export async function startAuthorizationListener(
  options: AuthorizationListenerOptions,
): Promise<AuthorizationListener> {
  const { port, timeoutMs = MAX_MS, signal } = options;
  const waiting = withResolvers<AuthorizationAnswer>();
  const settle = (read: ReadAnswer): void => {
    if (read.kind === 'answer') waiting.resolve(read.answer);
    else if (read.kind === 'refused') waiting.reject(read.error);
  };
  const servers = await listenOnLoopback((request, response) => {
    const query = queryOf(request, response, servers.port);
    if (query === undefined) return;
    const read = readAnswer(query, options);
    sendPage(response, read.kind === 'answer' ? 200 : 400, wordsFor(read));
    settle(read);
  }, port);

  const abort = () => waiting.reject(signal?.reason);
  const timer = setTimeout(
    () => waiting.reject(tookTooLong()),
    clampTimerMs(Math.min(timeoutMs, MAX_MS)),
  );
  const over = async () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    await servers.close();
  };
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  const answer = waiting.promise.finally(() => void over());
  // Who closes it before anything came has no use for the rejection.
  answer.catch(() => undefined);
  const close = async () => {
    waiting.reject(closed());
    await over();
  };
  return {
    redirectUri: `http://localhost:${servers.port}${PATH}`,
    answer,
    paste: (text) => settle(readPasted(text, options)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** As `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>() {
  let [resolve, reject]: [(value: T) => void, (reason: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((onResolve, onReject) => {
    [resolve, reject] = [onResolve, onReject];
  });
  return { promise, resolve, reject };
}

/** The query of a request that comes from a browser to the right place; any other one is turned away. */
function queryOf(
  { headers, method, url = '' }: IncomingMessage,
  response: ServerResponse,
  port: number,
): URLSearchParams | undefined {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((host) => `${host}:${port}`);
  const [path, query = ''] = url.split(/\?(.*)/s);
  if (!hosts.includes(headers.host ?? '')) sendPage(response, 403, 'This is not the host.');
  else if (path !== PATH) sendPage(response, 404, 'There is nothing here.');
  else if (method !== 'GET') sendPage(response, 405, 'Only GET is answered.');
  else return new URLSearchParams(query);
  return undefined;
}

function wordsFor(read: ReadAnswer): string {
  if (read.kind === 'answer') return 'You are logged in. You can close this window.';
  if (read.kind === 'refused') return read.error.message;
  return 'This is not the answer to the login that is waited for. Log in again from the program.';
}

function readPasted(text: string, expected: ExpectedAnswer): ReadAnswer {
  const [, query = ''] = text.trim().split(/\?(.*)/s);
  const read = readAnswer(new URLSearchParams(query.replace(/#.*$/s, '')), expected);
  if (read.kind !== 'stray') return read;
  throw new ToolpoolError('This is not the address that the login ends at.', {
    code: 'TOOLPOOL_USAGE',
    hint: `Paste the whole address that the browser shows after the login; it begins with http://localhost and holds "code=" and "state=".`,
  });
}

function tookTooLong(): ToolpoolError {
  return new ToolpoolError('Nobody finished the login in time.', {
    code: 'TOOLPOOL_LOGIN_FAILED',
    hint: 'Log in again.',
  });
}

function closed(): ToolpoolError {
  return new ToolpoolError('The login was given up.', { code: 'TOOLPOOL_LOGIN_FAILED' });
}
