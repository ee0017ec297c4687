import type { ConfiguredServer } from '../contract.ts';
import { isPlaceholder } from './placeholders.ts';
import type { Reference } from './template.ts';

/** A reference to a variable of the environment, or of a plugin. */
export type Variable = Extract<Reference, { kind: 'variable' }>;

export interface Lookup {
  readonly env: NodeJS.ProcessEnv;
  readonly variables: ConfiguredServer['variables'];
}

/** The value of a plain variable: its default when unset or empty, `undefined` when it has neither. */
export function lookUpVariable({ name, fallback }: Variable, lookup: Lookup): string | undefined {
  const value = isPlaceholder(name) ? ownValue(lookup.variables, name) : ownValue(lookup.env, name);
  return value ? value : (fallback ?? value);
}

/** Says why a plain variable has no value, as a full sentence, and what to do about it. */
export function describeMissing(name: string, field: string, lookup: Lookup): MissingValue {
  const where = `\${${name}} in "${field}"`;
  if (!isPlaceholder(name)) {
    return {
      message: `The variable ${name} is not set, and ${where} has no default.`,
      hint: `Set ${name}, or write \${${name}:-default}.`,
    };
  }
  if (lookup.variables === undefined) {
    return {
      message: `${where} has a value only in the entries of a plugin.`,
      hint: 'Write the path itself, or load the folder as a plugin.',
    };
  }
  return {
    message: `The plugin has no value for ${where}.`,
    hint: `Set ${name} in the configuration of the plugin, or write \${${name}:-default}.`,
  };
}

export interface MissingValue {
  readonly message: string;
  readonly hint: string;
}

/** The environment is an exotic object on Windows, where names have no case: it answers by itself. */
function ownValue(
  values: Readonly<Record<string, string | undefined>> | undefined,
  name: string,
): string | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}
