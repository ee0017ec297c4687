import type { PluginContext, UserConfigOption } from '../contract/plugin-definition.ts';

/** What was read of a plugin, from data or from a module. */
export interface PluginContent {
  /** The file that the entries come from. */
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly entries: Readonly<Record<string, unknown>>;
  readonly userConfig: Readonly<Record<string, UserConfigOption>>;
  readonly createServers?: (context: PluginContext) => unknown;
}

/** True for an entry that runs in the host's process. */
export function isInProcess(entry: unknown): entry is { readonly type: 'sdk' } {
  return typeof entry === 'object' && entry !== null && Reflect.get(entry, 'type') === 'sdk';
}
