import {
  describeLaunch,
  findDisclosures,
  type LaunchField,
  type SetAsideServer,
} from '@toolpool/config';
import { quoteForApproval } from '@toolpool/foundation/text';
import type { Paint } from '../output/paint.ts';
import { findDangers } from './find-dangers.ts';

/** A project server whose entry could be read. */
export type DecidableServer = Pick<SetAsideServer, 'name' | 'source' | 'changes'> &
  Required<Pick<SetAsideServer, 'config'>>;

/**
 * Shows whole and exactly what a server would start or dial, so that a person can consent to it: every
 * field, the variables it reads, the hosts it talks to, what changed, what deserves a second look.
 */
export function formatConsent(
  { name, source, config, changes }: DecidableServer,
  paint: Paint,
): string {
  const fields = describeLaunch(config);
  const file = source.file ?? source.label;
  const position = source.line === undefined ? '' : `:${source.line}`;
  const lines = [
    `${paint.bold(quoteForApproval(name))}  ${paint.dim(quoteForApproval(file) + position)}`,
    paint.yellow(warningFor(fields)),
    ...fields.map(({ field, value }) => `  ${quoteForApproval(field)}: ${quote(value)}`),
    ...list('Reads your environment variables', variablesOf(fields)),
    ...list('Talks to', hostsOf(fields)),
    ...list('Sends there', sentBy(config)).map(paint.yellow),
    ...list('Look twice: it', findDangers(fields).map(quoteForApproval)).map(paint.yellow),
  ];
  if (changes && changes.length > 0) {
    lines.push(paint.yellow('  Changed since you approved it:'));
    for (const { field, from, to } of changes) {
      lines.push(`    ${quoteForApproval(field)}: ${shown(from)} -> ${shown(to)}`);
    }
  }
  return `\n${lines.join('\n')}\n`;
}

function warningFor(fields: readonly LaunchField[]): string {
  return fields.some(({ field }) => field === 'command' || field === 'headersHelper')
    ? '  DANGER: this runs code on this machine, with all the rights that you have.'
    : '  DANGER: what you send its tools, and the headers below, go to another machine.';
}

function variablesOf(fields: readonly LaunchField[]): string[] {
  const references = fields.flatMap(({ value }) =>
    [...value.matchAll(/\$\{([^}]*?)(?::-[^}]*)?\}/g)].map(([, name]) => name ?? ''),
  );
  const passed = fields.filter(({ field }) => field.startsWith('envPassthrough'));
  const names = [...references, ...passed.map(({ value }) => value)];
  return [...new Set(names.map(quoteForApproval))];
}

function hostsOf(fields: readonly LaunchField[]): string[] {
  const urls = fields.filter(({ field }) => /url$/i.test(field));
  return urls.map(({ value }) => {
    const isKnown = URL.canParse(value) && !new URL(value).host.includes('$');
    return quoteForApproval(isKnown ? new URL(value).host : value);
  });
}

/** What goes to a remote server, with the fields that take it there. */
function sentBy(config: DecidableServer['config']): string[] {
  if (config.type === 'stdio') return [];
  return findDisclosures(config).map(
    ({ reference, field }) => `${quoteForApproval(reference)} (${quoteForApproval(field)})`,
  );
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`  ${title}: ${items.join(', ')}`];
}

function shown(value: string | undefined): string {
  return value === undefined ? '(nothing)' : quote(value);
}

function quote(value: string): string {
  return `"${quoteForApproval(value)}"`;
}
