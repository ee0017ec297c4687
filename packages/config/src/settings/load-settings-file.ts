import { ToolpoolError } from '@toolpool/foundation/errors';
import type { FieldPath } from '../launch/launch-text.ts';
import type { Position } from '../read/parse-jsonc.ts';
import { readJsonc } from '../read/read-jsonc.ts';

/** What a file of settings holds. */
export interface SettingsContent {
  /** `undefined` when it has no settings of ours. */
  readonly value: unknown;
  readonly locate: (path: FieldPath) => Position | undefined;
}

/**
 * Parses a file of settings that is data: JSON with comments, YAML, or the `toolpool` of a package.json.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_SYNTAX`
 */
export async function parseSettings(file: string, text: string): Promise<SettingsContent> {
  if (/\.ya?ml$/.test(file)) return { value: await parseYaml(file, text), locate: () => undefined };
  const { value, positionOf } = readJsonc(text, file);
  if (!file.endsWith('package.json')) return { value, locate: positionOf };
  const own: unknown = Reflect.get(Object(value), 'toolpool');
  return { value: own, locate: (path) => positionOf(['toolpool', ...path]) };
}

// Only the loaders of cosmiconfig are used: its search reads `.config/config.js` and the like of the
// current folder for options of its own first, and so would run code of a project nobody trusts.
async function parseYaml(file: string, text: string): Promise<unknown> {
  // A bundler gives a CommonJS module its default export only.
  const { default: cosmiconfig } = await import('cosmiconfig');
  try {
    return cosmiconfig.defaultLoaders['.yaml'](file, text);
  } catch (error) {
    const { name, mark }: { name?: unknown; mark?: unknown } = Object(error);
    if (name !== 'YAMLException') throw error;
    // The message of the library quotes the lines around the mistake.
    const { line = 0, column = 0 } = Object(mark);
    const place = `line ${line + 1}, column ${column + 1}`;
    throw new ToolpoolError(`${file}, ${place}: this is no YAML.`, {
      code: 'TOOLPOOL_CONFIG_SYNTAX',
      hint: 'Correct the file there.',
      data: { line: line + 1, column: column + 1 },
    });
  }
}

/**
 * Runs a module of settings and gives its default export. cosmiconfig's own loader for TypeScript calls
 * the compiler API, which TypeScript 7 does not have.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` for a module that fails
 */
export async function runSettings(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  try {
    const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
    return await jiti.import(file, { default: true });
  } catch (cause) {
    throw new ToolpoolError(`${file} could not be run.`, {
      code: 'TOOLPOOL_CONFIG_INVALID',
      hint: 'Run it by itself to see why.',
      cause,
    });
  }
}
