import type { ServerConfig } from '@toolpool/config';
import { maskArguments, redactUrl } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import { maskLiterals } from '../mask-literals.ts';

/**
 * A config as written, fit to be shown: what headers, variables and credentials say literally,
 * secrets among the arguments, what a helper is called with, and the defaults of references, become
 * `***`; references such as `${TOKEN}` hold no secret.
 */
export function maskConfig(config: ServerConfig): Readonly<Record<string, unknown>> {
  const shown: Record<string, unknown> = { ...config };
  for (const field of ['env', 'headers'] as const) {
    if (isRecord(shown[field])) shown[field] = maskValues(shown[field]);
  }
  if (config.type === 'stdio') shown.args = maskArguments(config.args, maskLiterals);
  if (typeof shown.headersHelper === 'string')
    shown.headersHelper = maskHelper(shown.headersHelper);
  if (typeof shown.authToken === 'string') shown.authToken = maskValue(shown.authToken);
  if (isRecord(shown.oauth) && typeof shown.oauth.clientSecret === 'string') {
    shown.oauth = { ...shown.oauth, clientSecret: maskValue(shown.oauth.clientSecret) };
  }
  if (typeof shown.url === 'string') shown.url = redactUrl(shown.url);
  return shown;
}

/** Shows the program of a command line, which a shell would read in many ways. */
function maskHelper(line: string): string {
  const program = /^[^\s=]+(?=\s|$)/.exec(line)?.[0] ?? '';
  return `${program}${maskLiterals(line.slice(program.length))}`;
}

function maskValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, maskValue(value)]));
}

function maskValue(value: unknown): string {
  return typeof value === 'string' ? maskLiterals(value) : '***';
}
