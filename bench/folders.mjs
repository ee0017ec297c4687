import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const roots = new Set();
process.on('exit', () => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** An empty project and, outside it, an empty folder for settings; gone when this process ends. */
export function createFolders() {
  const root = mkdtempSync(join(tmpdir(), 'toolpool-bench-'));
  roots.add(root);
  const [project, home] = [join(root, 'project'), join(root, 'home')];
  for (const folder of [project, home]) mkdirSync(folder);
  return { project, home };
}
