import type { ServerConfig } from '../schema/server-config.ts';
import { launchEntries } from './launch-fields.ts';
import { type FieldPath, joinField } from './launch-text.ts';

export interface LaunchField {
  /** Path inside the entry, such as `command`, `args[0]` or `env.TOKEN`. */
  readonly field: string;
  /** As written, unexpanded; for a person's eyes it goes through `quoteForApproval` first. */
  readonly value: string;
}

/** Lists every field that approval binds, in a fixed order: exactly what would be started or dialled. */
export function describeLaunch(config: ServerConfig): readonly LaunchField[] {
  return launchEntries(config).flatMap(([field, value]) => flatten(value, [field]));
}

function flatten(value: unknown, path: FieldPath): LaunchField[] {
  if (typeof value !== 'object' || value === null) {
    return [{ field: joinField(path), value: String(value) }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => flatten(item, [...path, index]));
  return Object.entries(value).flatMap(([key, item]) => flatten(item, [...path, key]));
}
