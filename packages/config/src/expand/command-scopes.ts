import type { Scope } from '../contract.ts';
import { type FieldPath, mapLaunchText } from '../launch/launch-text.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import { referencesOf } from './template.ts';

/** Scopes that the user or the administrator of the machine wrote. */
const ownScopes: ReadonlySet<Scope> = new Set([
  'enterprise',
  'managed',
  'dynamic',
  'local',
  'user',
]);

/** Tells whether entries of a scope may run commands to get at secrets. */
export function mayRunCommands(scope: Scope): boolean {
  return ownScopes.has(scope);
}

/** The fields with a `${cmd:...}` that its scope does not allow. */
export function findForeignCommands(config: ServerConfig, scope: Scope): readonly FieldPath[] {
  if (mayRunCommands(scope)) return [];
  const found: FieldPath[] = [];
  mapLaunchText(config, (text, path) => {
    if (referencesOf(text).some(({ kind }) => kind === 'cmd')) found.push(path);
    return text;
  });
  return found;
}

export function describeForeignCommand(field: string, scope: Scope): string {
  return `"${field}" holds \${cmd:...}, which entries of the ${scope} scope must not use.`;
}
