import { isIP } from 'node:net';
import { classifyAddress } from './address-classes.ts';
import { isLoopbackHost } from './loopback.ts';

/** Suffixes of names that no public resolver knows (RFC 6762, RFC 8375, and ICANN's `.internal`). */
const PRIVATE_NAME = /(?:^[^.]+|\.(?:local|internal|home\.arpa|lan))$/;

export interface ReachOptions {
  /** The MCP server that everything else was learned from. */
  readonly serverUrl: URL;
  /**
   * Whether the user lets servers lead to private addresses, and to this machine.
   *
   * @default false
   */
  readonly allowPrivateAddresses?: boolean | undefined;
}

/** Tells whether a request for a host may go to an address. */
export type MayReach = (hostname: string, address: string) => boolean;

/**
 * Which addresses the URLs learned from a server may lead to. A server elsewhere leads to public
 * ones; one on this machine, or named as one of a private network, to those beside it too; each to
 * its own host. To link-local addresses, where clouds hand out credentials, none does.
 */
export function createReach({ serverUrl, allowPrivateAddresses = false }: ReachOptions): MayReach {
  const home = addressOf(serverUrl.hostname);
  const isLocal = isLoopbackHost(serverUrl.hostname);
  const isPrivate =
    isLocal ||
    (home === undefined
      ? PRIVATE_NAME.test(serverUrl.hostname)
      : classifyAddress(home) === 'private');
  return (hostname, address) => {
    const found = classifyAddress(address);
    if (found === 'forbidden') return false;
    // A name of this machine that leads elsewhere would take http there.
    if (isLoopbackHost(hostname) && found !== 'loopback') return false;
    if (found === 'public' || allowPrivateAddresses) return true;
    if (hostname === serverUrl.hostname) return true;
    return found === 'private' ? isPrivate : isLocal;
  };
}

/** The address that a host of a parsed URL is, if it is one and no name. */
export function addressOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}
