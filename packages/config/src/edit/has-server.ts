import { descend } from '../read/descend.ts';
import { findMember } from '../read/node-value.ts';
import type { JsoncDocument } from '../read/parse-jsonc.ts';
import type { ServersFile } from './servers-file.ts';

/** @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` when the servers are no object */
export function hasServer(
  { root }: JsoncDocument,
  { file, at }: Pick<ServersFile, 'file' | 'at'>,
  name: string,
): boolean {
  const servers = descend(root, at, file);
  return servers !== undefined && findMember(servers, name) !== undefined;
}
