import { isSecretName } from '@toolpool/foundation/text';
import { parseTemplate, type Reference } from '../expand/template.ts';
import { joinField, mapLaunchText } from '../launch/launch-text.ts';
import type { ServerConfig } from '../schema/server-config.ts';

/** A value of this user or machine that a launch takes along. */
export interface Disclosure {
  /** As written between the braces, without a default; `envPassthrough` gives the name alone. */
  readonly reference: string;
  /** Path of the field that it goes into, such as `url` or `headers.Authorization`. */
  readonly field: string;
  /** Whether it may be a secret, by its name or by its kind. */
  readonly secret: boolean;
}

/** Lists the references of a launch, in the order of its fields: what consent to it gives away. */
export function findDisclosures(config: ServerConfig): readonly Disclosure[] {
  const found: Disclosure[] = [];
  mapLaunchText(config, (text, path) => {
    for (const part of parseTemplate(text).parts ?? []) {
      if (typeof part !== 'string') found.push({ ...toDisclosure(part), field: joinField(path) });
    }
    return text;
  });
  const passed = config.type === 'stdio' ? (config.envPassthrough ?? []) : [];
  const byName = passed.map((name, index): Disclosure => {
    return { reference: name, field: `envPassthrough[${index}]`, secret: isSecretName(name) };
  });
  return [...found, ...byName];
}

/**
 * Lists what looks like a secret and would become part of a URL, where servers, proxies and their logs
 * see it.
 */
export function findSecretsInUrls(config: ServerConfig): readonly Disclosure[] {
  return findDisclosures(config).filter(({ field, secret }) => secret && /url$/i.test(field));
}

function toDisclosure(reference: Reference): Omit<Disclosure, 'field'> {
  if (reference.kind === 'variable') {
    return { reference: reference.name, secret: isSecretName(reference.name) };
  }
  const { kind, ...rest } = reference;
  const [body = ''] = Object.values(rest);
  return { reference: `${kind}:${body}`, secret: kind !== 'env' || isSecretName(body) };
}
