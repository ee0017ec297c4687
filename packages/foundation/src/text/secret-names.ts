/** Parts of the names of what holds secrets; short ones count as whole words. */
const secretPart =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE|BEARER|AUTHORIZATION|COOKIE|SESSION|JWT|DATABASE_URL|CONN(?:ECTION)?_STR/;
const secretWord =
  /(?:^|_)(?:\w*KEYS?|\w*PASS|PWD|CREDS?|AUTH|PAT|DSN|SALT|PIN|OTP|CERT|SIG|SIGNATURE)\d*(?:_|$)/;

/** Tells whether a variable, a header, a flag or a query parameter of that name holds a secret. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toUpperCase();
  // The shell's name for the current folder.
  if (words === 'PWD' || words === 'OLDPWD') return false;
  return secretPart.test(words) || secretWord.test(words);
}

/** The same for the value itself: a `TOKEN_FILE` says only where the secret is. */
export function isSecretPlace(name: string): boolean {
  return isSecretName(name) && !/(?:file|path|dir|sock)$/i.test(name);
}
