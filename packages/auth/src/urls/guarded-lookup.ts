import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { MayReach } from './reach.ts';
import { urlRefused } from './server-url.ts';

/**
 * Resolves names for a socket and gives it the addresses alone that may be reached: what was checked
 * is what is dialled, whatever the name says a moment later.
 */
export function createGuardedLookup(mayReach: MayReach, resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => mayReach(hostname, address));
      const [first] = allowed;
      if (first === undefined) return callback(refused(hostname), '', 0);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/** A URL that leads where a public server has no business. */
export function refused(hostname: string): NodeJS.ErrnoException {
  const problem = 'leads to a private or local address, or to one of this machine';
  const hint =
    'If it is a login server of your own network, set TOOLPOOL_PRIVATE_LOGIN_SERVERS=1 in your environment.';
  return urlRefused(`The host ${hostname} that the server named`, problem, hint);
}
