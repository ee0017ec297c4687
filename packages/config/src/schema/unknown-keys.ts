import { foreignKeyHint } from './foreign-keys.ts';
import type { ServerConfig } from './server-config.ts';
import { transportSchemas } from './transport-schemas.ts';

export interface KeyNote {
  readonly key: string;
  readonly severity: 'warning' | 'info';
  readonly message: string;
}

const known = new Map(
  Object.entries(transportSchemas).map(([type, { shape }]) => [type, new Set(Object.keys(shape))]),
);

/**
 * Notes the keys of an entry that have no effect: those of another transport or another host with what
 * to write instead, the rest for information. Keys that begin with `x-`, `_` or `$` or hold a comment
 * are meant to be unknown.
 */
export function noteUnknownKeys(config: ServerConfig): readonly KeyNote[] {
  const own = known.get(config.type);
  return Object.keys(config)
    .filter((key) => !own?.has(key) && !/^(?:x-|[_$/])/.test(key))
    .map((key) => noteKey(key, config.type));
}

function noteKey(key: string, type: string): KeyNote {
  const quoted = JSON.stringify(key);
  const hint = foreignKeyHint(key);
  if (hint !== undefined) {
    return { key, severity: 'warning', message: `${quoted} has no effect: ${hint}` };
  }
  const owners = [...known].filter(([, keys]) => keys.has(key)).map(([owner]) => owner);
  if (owners.length > 0) {
    const message = `${quoted} has no effect on a server of the type ${type}, only on ${owners.join(', ')}.`;
    return { key, severity: 'warning', message };
  }
  return { key, severity: 'info', message: `${quoted} is no field known here and has no effect.` };
}
