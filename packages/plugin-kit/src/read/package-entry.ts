import { join } from 'node:path';
import { resolveInside } from '../find/resolve-inside.ts';
import { invalidPlugin } from '../plugin-errors.ts';

const CONDITION = /^(?:default|import|node)$/;

/**
 * Finds the module that `import` of a package would load: `exports`, else `main`, else `index.js`.
 *
 * @param manifest the content of the package's `package.json`
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_INVALID` when it names none, or one that is not there
 */
export async function findPackageEntry(root: string, manifest: unknown): Promise<string> {
  const file = join(root, 'package.json');
  const exports: unknown = Reflect.get(Object(manifest), 'exports');
  const main: unknown = Reflect.get(Object(manifest), 'main');
  const field = exports === undefined ? 'main' : 'exports';
  const target = exports === undefined ? (main ?? 'index.js') : pickTarget(rootExport(exports));
  if (typeof target !== 'string') {
    throw invalidPlugin(file, 'names no module that can be imported.', { field });
  }
  const entry = await resolveInside(root, target, { file, field });
  if (entry === undefined) {
    throw invalidPlugin(file, `names a module that is not there: ${JSON.stringify(target)}.`, {
      field,
      hint: `Build the plugin first, usually with: npm run build, in ${root}.`,
    });
  }
  return entry;
}

/** Node's rule: keys that begin with a dot are subpaths, else the whole is the root's target. */
function rootExport(exports: unknown): unknown {
  const subpaths = Object.keys(Object(exports)).some((key) => key.startsWith('.'));
  return subpaths ? Reflect.get(Object(exports), '.') : exports;
}

function pickTarget(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  const candidates = Array.isArray(target)
    ? target
    : Object.entries(target).flatMap(([condition, value]) =>
        CONDITION.test(condition) ? [value] : [],
      );
  for (const candidate of candidates) {
    const found = pickTarget(candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}
