import { findLaunchSecrets, isSecretPlace } from '@toolpool/foundation/text';
import { parseTemplate } from '../expand/template.ts';
import { type FieldPath, formatField, mapLaunchText } from '../launch/launch-text.ts';
import type { ServerConfig } from '../schema/server-config.ts';

/** The fields of a config that hold a secret itself, by the look of the names beside it. */
export function findLiteralSecrets(config: ServerConfig): readonly FieldPath[] {
  const literals = mapLaunchText(config, literalOf);
  const { args, url, headersHelper }: Parameters<typeof findLaunchSecrets>[0] = literals;
  const named = findLaunchSecrets({ args, url, headersHelper });
  const found: FieldPath[] = [];
  mapLaunchText(literals, (text, path) => {
    const isOne = isSecretField(path) ? hasLiteral(text) : isIn(text, path, named);
    if (isOne) found.push(path);
    return text;
  });
  return found;
}

export function hasLiteralSecret(config: ServerConfig): boolean {
  return findLiteralSecrets(config).length > 0;
}

/** What a text says itself, without the references in it. */
function literalOf(text: string): string {
  const parts = parseTemplate(text).parts ?? [text];
  return parts.filter((part) => typeof part === 'string').join('');
}

function isSecretField(path: FieldPath): boolean {
  const [field, key = ''] = path;
  if (field === 'authToken' || formatField(path) === 'oauth.clientSecret') return true;
  return (field === 'env' || field === 'headers') && isSecretPlace(String(key));
}

/** `Bearer ` alone is no secret. */
function hasLiteral(text: string): boolean {
  return text.replace(/^\s*\w+\s+$/, '') !== '';
}

function isIn(text: string, [field]: FieldPath, secrets: readonly string[]): boolean {
  const isNamed = field === 'args' || field === 'url' || field === 'headersHelper';
  return isNamed && secrets.some((secret) => text.includes(secret));
}
