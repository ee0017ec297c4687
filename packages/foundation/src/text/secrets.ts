/** Replaces every occurrence of a secret, raw, URL-encoded or JSON-escaped, by `***`. Very short secrets are left alone. */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  throw new Error(`not built: ${text} ${String(secrets)}`);
}

/** The URL without user info, and with the values of its query replaced by `***`. */
export function redactUrl(url: string): string {
  throw new Error(`not built: ${url}`);
}
