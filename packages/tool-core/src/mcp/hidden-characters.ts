import { cleanText, quoteForApproval } from '@toolpool/foundation/text';
import { cleanSchemaTexts } from './clean-schema.ts';

/**
 * Finds where a JSON Schema hides characters in what is sent to the model as it is: keys, `enum`,
 * `const`, `pattern`, defaults and the like; all but titles and descriptions, which are cleaned.
 * Returns JSON Pointers in printable ASCII; empty when nothing is hidden.
 */
export function findHiddenCharacters(schema: unknown): readonly string[] {
  const found = new Set<string>();
  search(cleanSchemaTexts(schema), [], found);
  return Array.from(found);
}

/** Pointers are put together only for a find, since there is hardly ever one. */
function search(value: unknown, path: string[], found: Set<string>): void {
  if (typeof value === 'string' && isHiding(value)) found.add(pointerTo(path));
  if (typeof value !== 'object' || value === null) return;
  for (const key in value) {
    path.push(key);
    if (isHiding(key)) found.add(pointerTo(path));
    search((value as Record<string, unknown>)[key], path, found);
    path.pop();
  }
}

const isHiding = (text: string): boolean => cleanText(text) !== text;

/** RFC 6901, section 3, in its URI fragment form but for the encoding. */
function pointerTo(path: readonly string[]): string {
  const tokens = path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'));
  return ['#', ...tokens.map(quoteForApproval)].join('/');
}
