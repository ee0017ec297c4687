import { invalidPlugin } from '../plugin-errors.ts';
import { formatField } from '../read/format-field.ts';

// Both spellings of each folder placeholder, with the rest of the path that follows it.
const PLACED_PATH = /\$\{(?:TOOLPOOL|CLAUDE)_PLUGIN_(?:ROOT|DATA)\}([^\s"';:,]*)/g;

/**
 * Refuses entries whose paths leave the plugin's folder by their text: `${TOOLPOOL_PLUGIN_ROOT}/../x`,
 * a relative `cwd` or command with too many `..`. Links inside the folder are the plugin's own matter:
 * package managers make them, and a plugin may start any command.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_INVALID`
 */
export function checkEntryPaths(file: string, entries: Readonly<Record<string, unknown>>): void {
  for (const [name, entry] of Object.entries(entries)) {
    visitTexts(entry, ['mcpServers', name], (text, path) => {
      const field = path.at(-1);
      const isRelative = path.length === 3 && (field === 'cwd' || field === 'command');
      if (leavesByPlaceholder(text) || (isRelative && leaves(text))) {
        throw invalidPlugin(file, "leaves the plugin's folder.", {
          field: formatField(path),
          hint: "Keep every file of the plugin inside the plugin's folder.",
        });
      }
    });
  }
}

function leavesByPlaceholder(text: string): boolean {
  return [...text.matchAll(PLACED_PATH)].some(
    ([, rest = '']) => (rest !== '' && !/^[\\/]/.test(rest)) || leaves(rest),
  );
}

/** True when the path climbs above where it starts. An absolute one counts as starting at its root. */
function leaves(path: string): boolean {
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

type Path = readonly (string | number)[];

function visitTexts(value: unknown, path: Path, visit: (text: string, path: Path) => void): void {
  if (typeof value === 'string') visit(value, path);
  else if (Array.isArray(value)) {
    for (const [position, item] of value.entries()) visitTexts(item, [...path, position], visit);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) visitTexts(item, [...path, key], visit);
  }
}
