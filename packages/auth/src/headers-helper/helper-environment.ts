import { isSecretName, redactUrl } from '@toolpool/foundation/text';

/** Parts of names that other hosts take for credentials, besides those that we do. */
const CREDENTIAL =
  /(?:^|_)(?:TOKENS?|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|KEYS?|AUTH|COOKIES?|PAT|DSN|CREDENTIALS?)(?:_|$)/i;

/** Git's way to give settings by variables: `GIT_CONFIG_KEY_0` names a setting. */
const GIT_CONFIG = /^GIT_CONFIG_KEY_\d+$/;

/** A URL with a password. */
const CREDENTIALS_IN_URL = /:\/\/[^/?#\s@]*:[^/?#\s]*@/;

export interface HelperServer {
  readonly name: string;
  /** With references filled in. */
  readonly url: string;
  /** Whether somebody else than this user wrote the entry, as in projects and plugins. */
  readonly isForeign: boolean;
}

/**
 * The variables of a helper: those of this process and which server it is for, under our names and
 * those of other hosts. A foreign one gets no credentials, neither by their names nor in URLs.
 */
export function helperEnvironment(
  { name, url, isForeign }: HelperServer,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const shownUrl = isForeign ? redactUrl(url) : url;
  const inherited = Object.entries(environment).filter(
    ([variable, value = '']) => !isForeign || !isCredential(variable, value),
  );
  return {
    ...Object.fromEntries(inherited),
    TOOLPOOL_SERVER_NAME: name,
    TOOLPOOL_SERVER_URL: shownUrl,
    CLAUDE_CODE_MCP_SERVER_NAME: name,
    CLAUDE_CODE_MCP_SERVER_URL: shownUrl,
  };
}

function isCredential(variable: string, value: string): boolean {
  if (GIT_CONFIG.test(variable)) return false;
  return CREDENTIAL.test(variable) || isSecretName(variable) || CREDENTIALS_IN_URL.test(value);
}
