import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';

/**
 * Refuses a file of a project that is a link out of it: whoever wrote the project would have this user
 * read, and change, a file of the user's own.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`
 */
export async function refuseOutsideProject(file: string, projectRoot: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const way = relative(projectRoot, target);
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
  throw new ToolpoolError(`${file} is a link that leads out of the project.`, {
    code: 'TOOLPOOL_FILE_UNREADABLE',
    hint: 'Replace the link by the file itself, or name the file with --mcp-config.',
  });
}
