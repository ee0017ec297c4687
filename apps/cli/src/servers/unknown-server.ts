import { ToolpoolError } from '@toolpool/foundation/errors';
import { suggest } from '../options/suggest.ts';

/** The error for a name that none of the servers has, with the one that may be meant. */
export function unknownServer(
  name: string,
  known: readonly { readonly name: string }[],
  kind = 'server',
): ToolpoolError {
  const names = [...new Set(known.map((server) => server.name))];
  return new ToolpoolError(`There is no ${kind} "${name}".`, {
    code: 'TOOLPOOL_SERVER_UNKNOWN',
    hint: suggest(name, names) ?? 'See toolpool list.',
    server: name,
  });
}
