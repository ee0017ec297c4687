import type { ServerConfig } from '../schema/server-config.ts';
import { launchEntries } from './launch-fields.ts';
import { onOneLine } from './one-line.ts';

export type FieldPath = readonly (string | number)[];

type MapText = (text: string, path: FieldPath) => string;

/** Launch fields whose text is a plain name, never a template. */
const names = new Set(['type', 'name', 'id', 'ideName', 'envPassthrough']);

/** Copies a config with every text of its launch replaced that may hold references. */
export function mapLaunchText(config: ServerConfig, map: MapText): ServerConfig {
  const mapped = launchEntries(config)
    .filter(([field]) => !names.has(field))
    .map(([field, value]) => [field, mapText(value, [field], map)]);
  return { ...config, ...Object.fromEntries(mapped) };
}

function mapText(value: unknown, path: FieldPath, map: MapText): unknown {
  if (typeof value === 'string') return map(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => mapText(item, [...path, index], map));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapText(item, [...path, key], map)]),
  );
}

/** Writes a path on one line, as people read it: `env.TOKEN`, `args[1]`. */
export function formatField(path: FieldPath): string {
  return onOneLine(joinField(path));
}

/** As {@link formatField}, with its keys exactly as they are. */
export function joinField(path: FieldPath): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`,
    '',
  );
}
