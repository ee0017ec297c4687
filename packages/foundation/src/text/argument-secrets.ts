import { isSecretPlace } from './secret-names.ts';
import { isPlainValue, isSecretValue, withoutScheme } from './secret-values.ts';
import { redactUrl } from './secrets.ts';
import { findUrlSecrets } from './url-secrets.ts';

/** `--name=value`, `NAME=value`, `Name: value`; never the start of a URL. */
const PAIR = /^([\w.-]+)(\s*[=:]\s*)(?!\/\/)(.+)$/s;
const URLS = /[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>]+/gi;

/**
 * The arguments of a command with a mask over what a name calls a secret, as in `--api-key=...`,
 * `--token ...`, `Authorization: ...`, and with URLs redacted.
 *
 * @param mask - what to show for a secret value
 */
export function maskArguments(args: readonly string[], mask: (value: string) => string): string[] {
  return args.map((text, index) => {
    const start = secretStart(text, flagBefore(args, index));
    if (start !== undefined) return `${text.slice(0, start)}${mask(text.slice(start))}`;
    return text.replace(URLS, redactUrl);
  });
}

/** The values that {@link maskArguments} hides, fit to be looked for in other texts. */
export function argumentsSecrets(args: readonly string[]): readonly string[] {
  return args.flatMap((text, index) => {
    const urls = [...text.matchAll(URLS)].flatMap(([url]) => findUrlSecrets(url));
    const start = secretStart(text, flagBefore(args, index));
    if (start === undefined) return urls;
    const value = withoutScheme(text.slice(start).trim());
    return isSecretValue(value, true) ? [value, ...urls] : urls;
  });
}

/** The flag whose value an argument is: `--token` before `abc`. */
function flagBefore(args: readonly string[], index: number): string {
  const before = args[index - 1] ?? '';
  return /^-[^=]+$/.test(before) && !args[index]?.startsWith('-') ? before : '';
}

/** Where in a text a secret begins, if one does; names nest once: `--header=Cookie: ...`. */
function secretStart(text: string, flag: string): number | undefined {
  let [name, start] = [flag, 0];
  for (let depth = 0; depth < 3; depth++) {
    if (isSecretPlace(name) && !isPlainValue(text.slice(start))) return start;
    const [, key, separator = ''] = PAIR.exec(text.slice(start)) ?? [];
    if (key === undefined) return undefined;
    [name, start] = [key, start + key.length + separator.length];
  }
  return undefined;
}
