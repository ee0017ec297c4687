import { createHash } from 'node:crypto';
import { redactUrl } from '@toolpool/foundation/text';
import type { LaunchChange } from '../contract.ts';
import { formatReference } from '../expand/format-reference.ts';
import { parseTemplate } from '../expand/template.ts';
import { describeLaunch } from '../launch/describe-launch.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import type { ApprovalRecord } from './approvals-file.ts';

type Snapshot = ApprovalRecord['fields'];

/** A launch in a form that may be stored: literals that could be secrets are gone, references stay. */
export function takeSnapshot(config: ServerConfig): Snapshot {
  return Object.fromEntries(
    describeLaunch(config).map(({ field, value }) => [
      field,
      { shown: withoutSecrets(field, value), digest: digestOf(field, value) },
    ]),
  );
}

/** Lists the fields in which two launches differ, in the order of their names. */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly LaunchChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return fields.flatMap((field) => {
    const [from, to] = [before[field], after[field]];
    if (from?.digest === to?.digest) return [];
    return {
      field,
      ...(from !== undefined && { from: from.shown }),
      ...(to !== undefined && { to: to.shown }),
    };
  });
}

function withoutSecrets(field: string, value: string): string {
  if (field === 'url' || field.endsWith('Url')) return redactUrl(value);
  return /^(?:env\.|headers\.|oauth\.clientSecret$|authToken$)/.test(field)
    ? maskLiterals(value)
    : value;
}

/** `Bearer ${TOKEN}` becomes `***${TOKEN}`: what a text refers to is no secret, what it says may be. */
function maskLiterals(text: string): string {
  const parts = parseTemplate(text).parts ?? [text];
  return parts.map((part) => (typeof part === 'string' ? '***' : formatReference(part))).join('');
}

/** Short: it tells two values apart and is of no use for guessing one. */
function digestOf(field: string, value: string): string {
  return createHash('sha256').update(`${field}\0${value}`).digest('hex').slice(0, 16);
}
