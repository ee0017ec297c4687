import type { ServerConfig } from '@toolpool/config';
import { redactUrl } from '@toolpool/foundation/text';
import { isRecord } from '../records.ts';

const MASK = '***';
const REFERENCE = /(\$\{[^}]*\})/;

/**
 * A config as written, fit to be shown: what headers, variables and credentials say literally,
 * and the defaults of references, become `***`; references such as `${TOKEN}` hold no secret.
 */
export function maskConfig(config: ServerConfig): Readonly<Record<string, unknown>> {
  const shown: Record<string, unknown> = { ...config };
  for (const field of ['env', 'headers'] as const) {
    if (isRecord(shown[field])) shown[field] = maskValues(shown[field]);
  }
  if (typeof shown.authToken === 'string') shown.authToken = maskValue(shown.authToken);
  if (isRecord(shown.oauth) && typeof shown.oauth.clientSecret === 'string') {
    shown.oauth = { ...shown.oauth, clientSecret: maskValue(shown.oauth.clientSecret) };
  }
  if (typeof shown.url === 'string') shown.url = redactUrl(shown.url);
  return shown;
}

function maskValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, maskValue(value)]));
}

function maskValue(value: unknown): string {
  if (typeof value !== 'string') return MASK;
  const parts = value.split(REFERENCE).filter((part) => part !== '');
  return parts
    .map((part) => (REFERENCE.test(part) ? part.replace(/:-.*\}$/s, `:-${MASK}}`) : MASK))
    .join('');
}
