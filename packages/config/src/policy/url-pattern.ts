import { canonicalHost, pathForms, portOf } from './url-forms.ts';
import { matchesWildcards, WILDCARD } from './wildcard.ts';

/** The origin and path of a rule, as its URL parses. */
export interface UrlPattern {
  /** `undefined` takes any scheme. */
  readonly protocol?: string;
  readonly host: string;
  /** `''` is the usual port of the scheme. */
  readonly port: string;
  /** `undefined` takes any path. */
  readonly path?: ReturnType<typeof pathForms>;
}

const parts = /^(\*|[a-z][a-z\d+.-]*):\/\/([^/?#\\]*)(\/[^?#]*)?$/i;

/** Reads the URL of a rule, in which `*` stands for any text; `undefined` for one that means nothing. */
export function parseUrlPattern(text: string): UrlPattern | undefined {
  if (text === '*') return { host: WILDCARD, port: WILDCARD };
  const [, scheme, authority = '', path] = parts.exec(text) ?? [];
  if (scheme === undefined || authority.includes('@')) return undefined;
  const [, host = '', port = ''] = /^(.*?)(?::(\d+|\*))?$/.exec(authority) ?? [];
  const url = parse(`${scheme === '*' ? 'http' : scheme}://${mark(host)}${mark(path ?? '')}`);
  if (url === undefined || !isSafeHost(canonicalHost(url.hostname))) return undefined;
  return {
    ...(scheme !== '*' && { protocol: url.protocol }),
    host: canonicalHost(url.hostname),
    port: mark(port),
    ...(path !== undefined && { path: pathForms(url.pathname) }),
  };
}

/** A rule that lets servers in must hold however a server reads its path. */
export function allowsUrl(pattern: UrlPattern, text: string): boolean {
  const url = parse(text);
  if (url === undefined || !matchesOrigin(pattern, url)) return false;
  const { path } = pattern;
  const { exact, decoded } = pathForms(url.pathname);
  if (path === undefined) return true;
  return matchesWildcards(exact, path.exact) && matchesWildcards(decoded, path.decoded);
}

/** A rule that keeps servers out holds for every spelling that some server takes for its path. */
export function deniesUrl(pattern: UrlPattern, text: string): boolean {
  const url = parse(text);
  if (url === undefined || !matchesOrigin(pattern, url)) return false;
  const { path } = pattern;
  const { exact, decoded } = pathForms(url.pathname);
  if (path === undefined) return true;
  const rules = spellings(path.exact, path.decoded);
  return spellings(exact, decoded).some((form) =>
    rules.some((rule) => matchesWildcards(form, rule)),
  );
}

/** Many servers ignore the case of a path and the slash at its end. */
function spellings(...paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const lower = path.toLowerCase();
    return [lower, lower.replace(/\/+$/, '')];
  });
}

function matchesOrigin({ protocol, host, port }: UrlPattern, url: URL): boolean {
  if (protocol !== undefined && protocol !== url.protocol) return false;
  const wanted = port || portOf({ port: '', protocol: url.protocol });
  return (
    matchesWildcards(canonicalHost(url.hostname), host) && matchesWildcards(portOf(url), wanted)
  );
}

/** `https://example.com*` would take `example.com.elsewhere`: a wildcard is never part of the end of a host. */
function isSafeHost(host: string): boolean {
  if (host === WILDCARD) return true;
  return host !== '' && !(host.split('.').at(-1) ?? '').includes(WILDCARD);
}

function mark(text: string): string {
  return text.replaceAll('*', WILDCARD);
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
