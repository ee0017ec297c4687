import { parseTemplate } from '../expand/template.ts';
import { type FieldPath, formatField, mapLaunchText } from '../launch/launch-text.ts';
import type { ServerConfig } from '../schema/server-config.ts';

const secretWord = /token|secret|passw|api[-_]?key|auth|cookie|credential|private[-_]?key/i;

/** The fields of a config that hold a secret itself, by the look of their names. */
export function findLiteralSecrets(config: ServerConfig): readonly FieldPath[] {
  const found: FieldPath[] = [];
  mapLaunchText(config, (text, path) => {
    if (isSecretField(path) && hasLiteral(text)) found.push(path);
    return text;
  });
  return found;
}

export function hasLiteralSecret(config: ServerConfig): boolean {
  return findLiteralSecrets(config).length > 0;
}

function isSecretField(path: FieldPath): boolean {
  const [field, key = ''] = path;
  if (field === 'authToken' || formatField(path) === 'oauth.clientSecret') return true;
  return (field === 'env' || field === 'headers') && secretWord.test(String(key));
}

/** `Bearer ` alone, or a text that is all references, is no secret. */
function hasLiteral(text: string): boolean {
  const parts = parseTemplate(text).parts ?? [text];
  return parts.some((part) => typeof part === 'string' && part.replace(/^\s*\w+\s+$/, '') !== '');
}
