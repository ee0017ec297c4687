import { isSecretPlace } from './secret-names.ts';
import { isSecretValue } from './secret-values.ts';

/** Lists the secrets in a URL, decoded: its user info, also as Basic credentials, and in its query. */
export function findUrlSecrets(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  const url = new URL(text);
  const [user, password] = [decode(url.username), decode(url.password)];
  // Tokens often stand alone, as the user.
  const credentials =
    user === '' && password === ''
      ? []
      : [password === '' ? user : password, Buffer.from(`${user}:${password}`).toString('base64')];
  const query = [...url.searchParams].filter(([name, value]) =>
    isSecretValue(value, isSecretPlace(name)),
  );
  return [
    ...credentials.filter((value) => isSecretValue(value, true)),
    ...query.map(([, value]) => value),
  ];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
