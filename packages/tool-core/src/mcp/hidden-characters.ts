import { cleanText, quoteForApproval } from '@toolpool/foundation/text';
import { cleanSchemaTexts } from './clean-schema.ts';

/**
 * Finds where a JSON Schema hides characters in what is sent to the model as it is: keys, `enum`,
 * `const`, `pattern`, defaults and the like; all but titles and descriptions, which are cleaned.
 * Returns JSON Pointers in printable ASCII; empty when nothing is hidden.
 */
export function findHiddenCharacters(schema: unknown): readonly string[] {
  const found: string[] = [];
  search(cleanSchemaTexts(schema), '#', found);
  return found;
}

function search(node: unknown, pointer: string, found: string[]): void {
  if (typeof node === 'string' && isHiding(node)) found.push(pointer);
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const inner = `${pointer}/${quoteForApproval(escapeToken(key))}`;
    if (isHiding(key)) found.push(inner);
    search(value, inner, found);
  }
}

const isHiding = (text: string): boolean => cleanText(text) !== text;

/** RFC 6901, section 3. */
const escapeToken = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
