import { isRecord } from '@toolpool/foundation/values';
import { type Draft, dropped } from './draft.ts';
import { hostFields } from './host-fields.ts';
import type { ImportSource } from './import-source.ts';
import type { HostEntry } from './read-host-file.ts';
import { type TranslateContext, translateText } from './translate-text.ts';

export type Conversion =
  | {
      readonly entry: Readonly<Record<string, unknown>>;
      /** Fields that have no like here. */
      readonly lost: readonly string[];
      readonly problem?: never;
    }
  /** A full sentence that holds no value. */
  | { readonly problem: string; readonly field?: string; readonly entry?: never };

/** Rewrites one entry of another host as one of ours. What it writes is not checked yet. */
export function convertEntry(
  source: ImportSource,
  host: HostEntry,
  homeDirectory: string,
): Conversion {
  const conversion = rewrite(source, host, homeDirectory);
  if (conversion.entry === undefined || !host.switchedOff) return conversion;
  return { ...conversion, entry: { ...conversion.entry, disabled: true } };
}

function rewrite(
  source: ImportSource,
  { value, file }: HostEntry,
  homeDirectory: string,
): Conversion {
  if (!isRecord(value)) return { problem: 'The entry is no object.' };
  const draft: Draft = { entry: {}, lost: [] };
  const rules = hostFields[source];
  for (const [field, raw] of Object.entries(value)) {
    const take = Object.hasOwn(rules, field) ? rules[field] : undefined;
    if (take === undefined) {
      draft.lost.push(field);
      continue;
    }
    const untranslatable: string[] = [];
    const context: TranslateContext = { file, homeDirectory };
    const translated =
      take === dropped ? raw : translateDeep(raw, { source, context, untranslatable });
    const [first] = untranslatable;
    if (first !== undefined) {
      // A default may be a secret, and a text a screenful.
      const shown = JSON.stringify(first.replace(/:-.*/s, '').slice(0, 40));
      return { problem: `"${field}" holds ${shown}, which has no equivalent here.`, field };
    }
    if (!take(translated, draft)) draft.lost.push(field);
  }
  return draft;
}

interface TranslateOptions {
  readonly source: ImportSource;
  readonly context: TranslateContext;
  readonly untranslatable: string[];
}

function translateDeep(value: unknown, options: TranslateOptions): unknown {
  if (typeof value === 'string') {
    const { text, untranslatable } = translateText(options.source, value, options.context);
    if (untranslatable !== undefined) options.untranslatable.push(untranslatable);
    return text;
  }
  if (Array.isArray(value)) return value.map((item) => translateDeep(item, options));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, translateDeep(item, options)]),
  );
}
