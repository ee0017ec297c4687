import { type FieldPath, mapLaunchText } from '../launch/launch-text.ts';
import type { ServerConfig } from './server-config.ts';

/** Lists the texts of a launch, and the keys of its maps, that begin or end in white space. */
export function findHiddenWhiteSpace(config: ServerConfig): readonly FieldPath[] {
  const found: FieldPath[] = [];
  mapLaunchText(config, (text, path) => {
    if (isPadded(text) || path.some((part) => isPadded(String(part)))) found.push(path);
    return text;
  });
  return found;
}

function isPadded(text: string): boolean {
  return text !== text.trim();
}
