export interface AuthFailureEvidence {
  /** HTTP status of the refusal, if there was one. */
  readonly status?: number | undefined;
  /** Whether the configuration itself sets an `Authorization` header: see {@link hasAuthorizationHeader}. */
  readonly hasConfiguredAuthorization: boolean;
}

export type AuthFailure = 'needs-auth' | 'credential-rejected';

/**
 * Tells what a refused request asks of the user: to log in, or to correct a configured credential,
 * for which OAuth never starts. `undefined`: the failure is not about authorization.
 */
export function classifyAuthFailure({
  status,
  hasConfiguredAuthorization,
}: AuthFailureEvidence): AuthFailure | undefined {
  if (status !== 401 && status !== 403) return undefined;
  return hasConfiguredAuthorization ? 'credential-rejected' : 'needs-auth';
}

/** Whether `headers` hold an `Authorization` header; names have no case (RFC 9110 5.1). */
export function hasAuthorizationHeader(
  headers: Readonly<Record<string, string>> | undefined,
): boolean {
  return Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'authorization');
}
