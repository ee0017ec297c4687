import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { isLoopbackHost } from './loopback.ts';

export interface DispatcherOptions {
  readonly lookup: LookupFunction;
  /** Read for `HTTPS_PROXY` and `NO_PROXY`. */
  readonly environment: NodeJS.ProcessEnv;
  /** Authorities to trust in place of those that Node trusts, as PEM. */
  readonly ca?: string | undefined;
}

/**
 * Finds the way to a URL: by a lookup that is guarded, or through the proxy of the environment, which
 * resolves names itself and decides where it goes. No socket is kept after its request.
 */
export async function createDispatchers(
  options: DispatcherOptions,
): Promise<(url: URL) => Dispatcher> {
  const { lookup, environment, ca } = options;
  // The default export alone is there in a bundle, too: undici is CommonJS.
  const { default: undici } = await import('undici');
  const security = { rejectUnauthorized: true, ...(ca && { ca }) };
  const agent = { pipelining: 0, connect: { lookup, timeout: 10_000, ...security } };
  const direct = new undici.Agent(agent);
  const proxy = environment.https_proxy || environment.HTTPS_PROXY;
  if (!proxy) return () => direct;
  const proxied = new undici.EnvHttpProxyAgent({
    ...agent,
    requestTls: security,
    httpsProxy: /^[a-z]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`,
    noProxy: environment.no_proxy || environment.NO_PROXY || '',
  });
  return (url) => (isLoopbackHost(url.hostname) ? direct : proxied);
}
