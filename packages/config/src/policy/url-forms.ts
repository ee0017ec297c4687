/** Host of a parsed URL in one spelling: no dot at its end, IPv4 addresses never inside IPv6. */
export function canonicalHost(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.+$/, '');
  const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host);
  if (mapped === null) return host;
  const [, high = '0', low = '0'] = mapped;
  const bits = Number.parseInt(high, 16) * 0x1_00_00 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.');
}

/** The port that a URL goes to; `''` where its scheme has no usual one. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): string {
  return port || (defaultPorts.get(protocol) ?? '');
}

const defaultPorts = new Map([
  ['http:', '80'],
  ['ws:', '80'],
  ['https:', '443'],
  ['wss:', '443'],
]);

/**
 * A path as servers may read it: with only what needs no escape decoded (RFC 3986, 6.2.2.2), and with
 * everything decoded, again and again, dots resolved and slashes merged.
 */
export function pathForms(pathname: string): { readonly exact: string; readonly decoded: string } {
  return { exact: decodeUnreserved(pathname), decoded: decodeFully(pathname) };
}

function decodeUnreserved(path: string): string {
  return path.replaceAll(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}

/** More layers of escapes than any chain of proxies takes off. */
const MAX_LAYERS = 5;

function decodeFully(path: string): string {
  let decoded = path;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const next = decodeOnce(decoded);
    if (next === decoded) break;
    decoded = next;
  }
  return resolveDots(decoded.replaceAll('\\', '/').replaceAll(/\/{2,}/g, '/'));
}

function decodeOnce(path: string): string {
  return path.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

function resolveDots(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  const joined = parts.join('/');
  return joined.startsWith('/') ? joined : `/${joined}`;
}
