import type { lookup } from 'node:dns';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { Dispatcher } from 'undici';
import { createDispatchers } from './guarded-dispatcher.ts';
import { createGuardedLookup, refused } from './guarded-lookup.ts';
import { addressOf, createReach, type ReachOptions } from './reach.ts';
import { readBounded } from './read-bounded.ts';
import { parseServerUrl, urlRefused } from './server-url.ts';

/** A `fetch` for URLs that a server named; the body of the answer is there when it resolves. */
export type GuardedFetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

export interface GuardedFetchOptions extends ReachOptions {
  /**
   * Read for `HTTPS_PROXY` and `NO_PROXY`, and for `TOOLPOOL_PRIVATE_LOGIN_SERVERS`: `1` is the default
   * of `allowPrivateAddresses`. @default process.env
   */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** For one request with all its redirects and its body. Milliseconds. @default 15_000 */
  readonly timeoutMs?: number | undefined;
  /** Authorities to trust in place of those that Node trusts, as PEM. */
  readonly ca?: string | undefined;
  /** Resolves names. @default that of the system */
  readonly lookup?: typeof lookup | undefined;
}

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Makes the one `fetch` for metadata, registration and tokens. Every URL, those of redirects too, is
 * checked by {@link parseServerUrl}, and every address that is dialled by {@link createReach}. It
 * sends nothing of the server's own headers, follows redirects of GET alone, reads 1 MiB at most.
 *
 * It rejects with a {@link ToolpoolError}: `TOOLPOOL_URL_REFUSED`, `TOOLPOOL_RESPONSE_INVALID` for a
 * body that is too long, `TOOLPOOL_TRANSPORT_UNREACHABLE` for all that may pass; or with the reason
 * of the signal it was given.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { environment = process.env, timeoutMs = TIMEOUT_MS, ca } = options;
  const allowPrivateAddresses =
    options.allowPrivateAddresses ?? environment.TOOLPOOL_PRIVATE_LOGIN_SERVERS === '1';
  const mayReach = createReach({ ...options, allowPrivateAddresses });
  const lookup = createGuardedLookup(mayReach, options.lookup);
  let dispatchers: Promise<(url: URL) => Dispatcher> | undefined;

  const send = async (url: URL, init: RequestInit): Promise<Response> => {
    const address = addressOf(url.hostname);
    if (address !== undefined && !mayReach(url.hostname, address)) throw refused(url.hostname);
    dispatchers ??= createDispatchers({ lookup, environment, ca });
    const [{ default: undici }, dispatcherOf] = await Promise.all([import('undici'), dispatchers]);
    // Its types are those of another copy of the same declarations.
    const own = { ...init, redirect: 'manual', dispatcher: dispatcherOf(url) };
    const response = await undici.fetch(url, own as Parameters<typeof undici.fetch>[1]);
    return response as unknown as Response;
  };

  return async (input, init = {}) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const first = parseServerUrl(String(input), 'The URL of a login server');
    try {
      const { response, url } = await follow(send, first, { ...init, signal });
      const body = await readBounded(response, url.host);
      return copyOf(response, body);
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw toToolpoolError(error, first, timeout.aborted ? timeoutMs : undefined);
    }
  };
}

interface Answer {
  readonly response: Response;
  readonly url: URL;
}

async function follow(
  send: (url: URL, init: RequestInit) => Promise<Response>,
  first: URL,
  init: RequestInit,
): Promise<Answer> {
  const isGet = (init.method ?? 'GET').toUpperCase() === 'GET';
  let url = first;
  let headers = new Headers(init.headers);
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url, { ...init, headers });
    const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
    if (location === null) return { response, url };
    await response.body?.cancel();
    if (!isGet) throw urlRefused(`A redirect of ${url.host}`, 'would send a secret elsewhere');
    if (redirects === MAX_REDIRECTS) throw urlRefused(`A redirect of ${url.host}`, 'has no end');
    const next = parseServerUrl(resolve(location, url), `A redirect of ${url.host}`);
    if (next.origin !== url.origin) headers = withoutCredentials(headers);
    url = next;
  }
}

/** A relative redirect is resolved; one that is whole is checked as it was written. */
function resolve(location: string, base: URL): string {
  const isWhole = /^[a-z][a-z\d+.-]*:/i.test(location);
  return isWhole || !URL.canParse(location, base.href) ? location : new URL(location, base).href;
}

function withoutCredentials(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['authorization', 'cookie']) kept.delete(name);
  return kept;
}

/** Without the headers that speak of the bytes on the wire. */
function copyOf(response: Response, body: Uint8Array): Response {
  const { status, statusText } = response;
  const headers = new Headers([...response.headers]);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
    headers.delete(name);
  }
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : Buffer.from(body), { status, statusText, headers });
}

function toToolpoolError(error: unknown, url: URL, timeoutMs: number | undefined): unknown {
  const found = [error, (error as Error).cause].find(ToolpoolError.isInstance);
  if (found !== undefined) return found;
  const problem =
    timeoutMs === undefined ? 'cannot be reached' : `took longer than ${timeoutMs} ms`;
  const { code: errno } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return new ToolpoolError(`The login server ${url.host} ${problem}.`, {
    code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
    hint: 'Try again later; check the network.',
    data: { errno },
    cause: error,
  });
}
