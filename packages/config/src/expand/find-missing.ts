import { type FieldPath, formatField, mapLaunchText } from '../launch/launch-text.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import { describeMissing, type Lookup, lookUpVariable } from './lookup.ts';
import { parseTemplate } from './template.ts';

export interface Missing {
  readonly path: FieldPath;
  readonly message: string;
  readonly hint: string;
}

/** Lists the plain variables of a config that have no value. Looks at their presence alone. */
export function findMissing(config: ServerConfig, lookup: Lookup): readonly Missing[] {
  const missing: Missing[] = [];
  mapLaunchText(config, (text, path) => {
    for (const part of parseTemplate(text).parts ?? []) {
      if (typeof part === 'string' || part.kind !== 'variable') continue;
      if (lookUpVariable(part, lookup) !== undefined) continue;
      missing.push({ path, ...describeMissing(part.name, formatField(path), lookup) });
    }
    return text;
  });
  return missing;
}
