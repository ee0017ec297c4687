import type { UserConfigValues } from '../contract/plugin-definition.ts';
import type { PluginContent } from '../read/plugin-content.ts';

/** A plugin's options with their values. */
export interface ResolvedUserConfig {
  /** What the user gave, else the defaults. */
  readonly values: UserConfigValues;
  /** Required options without a value. */
  readonly missing: readonly string[];
}

/** Fills in the defaults of a plugin's options; values of options that it does not have are left out. */
export function resolveUserConfig(
  options: PluginContent['userConfig'],
  given: UserConfigValues,
): ResolvedUserConfig {
  const values = Object.entries(options).flatMap(([key, option]) => {
    const value = given[key] ?? option.default;
    return value === undefined ? [] : [[key, value] as const];
  });
  const filled = new Set(values.map(([key]) => key));
  const missing = Object.keys(options).filter((key) => options[key]?.required && !filled.has(key));
  return { values: Object.fromEntries(values), missing };
}
