import { ToolpoolError } from '@toolpool/foundation/errors';
import type { ConfiguredServer, Scope } from '../contract.ts';
import { describeForeignCommand, mayRunCommands } from './command-scopes.ts';
import type { Keychain } from './keychain-services.ts';
import { describeMissing, type Lookup, lookUpVariable, type Variable } from './lookup.ts';
import { isPlaceholder } from './placeholders.ts';
import { resolveCommand } from './resolve-command.ts';
import { resolveFile } from './resolve-file.ts';
import { type AskInput, resolveInput } from './resolve-input.ts';
import { resolveKeychain } from './resolve-keychain.ts';
import type { Reference } from './template.ts';

export interface ResolvedReference {
  readonly value: string;
  /** False for what the configuration says itself: defaults, and the folders of a plugin. */
  readonly secret: boolean;
}

export interface ResolveContext extends Lookup {
  readonly server: string;
  readonly scope: Scope;
  readonly source: ConfiguredServer['source'];
  /** Relative paths of files resolve against it; commands run in it. */
  readonly directory: string;
  readonly field: string;
  readonly keychain: Keychain;
  readonly ask: AskInput | undefined;
}

/**
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_VARIABLE_MISSING`, `TOOLPOOL_CONFIG_REFERENCE_INVALID`,
 *   `TOOLPOOL_CONFIG_SECRET_UNAVAILABLE`
 */
export async function resolveReference(
  reference: Reference,
  context: ResolveContext,
): Promise<ResolvedReference> {
  switch (reference.kind) {
    case 'file':
      return { value: await resolveFile(reference.path, context), secret: true };
    case 'keychain':
      return { value: await resolveKeychain(reference.name, context), secret: true };
    case 'input':
      return { value: await resolveInput(reference.id, context), secret: true };
    case 'cmd':
      if (!mayRunCommands(context.scope)) throw foreignCommand(context);
      return { value: await resolveCommand(reference.line, context), secret: true };
    case 'env':
      return resolveVariable({ kind: 'variable', name: reference.name }, context);
    case 'variable':
      return resolveVariable(reference, context);
  }
}

function resolveVariable(variable: Variable, context: ResolveContext): ResolvedReference {
  const value = lookUpVariable(variable, context);
  if (value === undefined) throw missingVariable(variable.name, context);
  const fromConfig = value === variable.fallback || isFolder(variable.name);
  return { value, secret: !fromConfig };
}

function isFolder(name: string): boolean {
  return isPlaceholder(name) && !name.startsWith('user_config.');
}

function foreignCommand({ field, scope, server }: ResolveContext): ToolpoolError {
  const code = 'TOOLPOOL_CONFIG_REFERENCE_INVALID';
  return new ToolpoolError(describeForeignCommand(field, scope), { code, server });
}

function missingVariable(
  name: string,
  { server, field, ...lookup }: ResolveContext,
): ToolpoolError {
  const { message, hint } = describeMissing(name, field, lookup);
  return new ToolpoolError(message, { code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING', hint, server });
}
