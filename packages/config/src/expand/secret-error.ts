import { ToolpoolError } from '@toolpool/foundation/errors';

interface SecretErrorOptions {
  readonly server: string;
  readonly hint: string;
  readonly cause?: unknown;
}

/** The error about a secret that a reference names and that cannot be had. */
export function secretError(message: string, options: SecretErrorOptions): ToolpoolError {
  return new ToolpoolError(message, { ...options, code: 'TOOLPOOL_CONFIG_SECRET_UNAVAILABLE' });
}
