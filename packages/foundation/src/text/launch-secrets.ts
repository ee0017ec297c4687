import { argumentsSecrets } from './argument-secrets.ts';
import { isSecretPlace } from './secret-names.ts';
import { isSecretValue, withoutScheme } from './secret-values.ts';
import { findUrlSecrets } from './url-secrets.ts';

/** The places of a server's launch, with values filled in, that may say a secret. */
export interface SecretPlaces {
  readonly type?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly headersHelper?: string | undefined;
  readonly url?: string | undefined;
  readonly authToken?: string | undefined;
  readonly oauth?: { readonly clientSecret?: string | undefined } | undefined;
}

/**
 * Lists what a launch says that is secret by its place, for {@link maskSecrets}: of variables and
 * headers all but what is plainly harmless, of arguments and queries what a name calls a secret.
 * Values under 6 characters, numbers and booleans never are: they stand in ordinary text too.
 */
export function findLaunchSecrets(launch: SecretPlaces): readonly string[] {
  const { args = [], env = {}, headers = {}, headersHelper, url, authToken, oauth } = launch;
  const named = { authToken: authToken ?? '', clientSecret: oauth?.clientSecret ?? '' };
  const found = [
    ...[env, headers, named].flatMap((values) => Object.entries(values)).flatMap(secretsOfEntry),
    ...argumentsSecrets(args),
    ...argumentsSecrets(headersHelper?.split(/[\s'"]+/) ?? []),
    ...(url === undefined ? [] : findUrlSecrets(url)),
  ];
  return [...new Set(found)];
}

function secretsOfEntry([name, text]: readonly [string, string]): readonly string[] {
  const value = text.trim();
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return findUrlSecrets(value);
  const secret = withoutScheme(value);
  const own = isSecretValue(secret, isSecretPlace(name)) ? [secret] : [];
  return [...own, ...membersOf(value).flatMap(secretsOfEntry)];
}

/** Some servers take their headers as JSON in one variable. */
function membersOf(value: string): readonly (readonly [string, string])[] {
  if (!value.startsWith('{')) return [];
  try {
    return Object.entries(JSON.parse(value)).flatMap(([name, member]) =>
      typeof member === 'string' ? [[name, member] as const] : [],
    );
  } catch {
    return [];
  }
}
