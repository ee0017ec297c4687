import { randomUUID } from 'node:crypto';

/** Stands in the marker of every server of this process. */
export const HOST_ID: string = randomUUID();

/**
 * Creates the value of a server's `TOOLPOOL_SERVER`, which no other server has and every descendant
 * inherits. In a host that is itself a server's descendant it begins with that server's value: who
 * ends the outer server finds the inner ones too.
 */
export function createServerMarker(): string {
  const { TOOLPOOL_SERVER: outer } = process.env;
  return [...(outer === undefined ? [] : [outer]), HOST_ID, randomUUID()].join('/');
}
