/**
 * The proxy that a URL is reached through, by the variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`,
 * in lower case first. Names of this machine itself go nowhere else (RFC 6761, section 6.3).
 */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): URL | undefined {
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  const proxy = read(environment, isSecure ? 'https_proxy' : 'http_proxy');
  if (proxy === '' || isLocalName(url.hostname)) return undefined;
  const port = url.port || (isSecure ? '443' : '80');
  const exceptions = read(environment, 'no_proxy').split(/[\s,]+/);
  if (exceptions.some((exception) => covers(exception.toLowerCase(), url.hostname, port))) {
    return undefined;
  }
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

function read(environment: NodeJS.ProcessEnv, name: string): string {
  return (environment[name] || environment[name.toUpperCase()] || '').trim();
}

/** `*`, a host with or without a port, or a domain with all under it; `localhost` is its addresses too. */
function covers(exception: string, hostname: string, port: string): boolean {
  if (exception === '*') return true;
  const parts = /^(.*?)(?::(\d+))?$/.exec(exception);
  // An address of IPv6 without brackets has colons of its own.
  const isBare = exception.split(':').length > 2 && !exception.startsWith('[');
  const host = isBare ? `[${exception}]` : (parts?.[1] ?? '');
  const wantedPort = isBare ? undefined : parts?.[2];
  if (host === '' || (wantedPort !== undefined && wantedPort !== port)) return false;
  const domain = host.replace(/^\*?\./, '');
  if (domain === 'localhost' && isLoopback(hostname)) return true;
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

function isLocalName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

function isLoopback(hostname: string): boolean {
  return /^127(?:\.\d+){3}$/.test(hostname) || hostname === '[::1]';
}
