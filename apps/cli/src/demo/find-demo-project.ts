import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';

/** The demo's own folders: part of this repository, as trusted as the program itself. */
export interface DemoProject {
  readonly project: string;
  readonly plugin: string;
}

/**
 * Finds the demo project beside this program. Never looks elsewhere: what the demo finds it lets run.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE` when this installation has none
 */
export function findDemoProject(): DemoProject {
  const repository = join(packageRoot(), '..', '..');
  const project = join(repository, 'examples', 'quickstart');
  const isInstalled = repository.split(sep).includes('node_modules');
  if (!isInstalled && existsSync(join(project, '.mcp.json'))) {
    return { project, plugin: join(repository, 'plugins', 'clock') };
  }
  throw new ToolpoolError('This installation has no demo project.', {
    code: 'TOOLPOOL_USAGE',
    hint: 'Clone the repository of toolpool and run npm start in it.',
  });
}

function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
