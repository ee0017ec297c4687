import type { ToolpoolErrorCode } from '@toolpool/foundation/errors';
import type * as z from 'zod/mini';
import { parseTemplate } from '../expand/template.ts';
import { type FieldPath, formatField, mapLaunchText } from '../launch/launch-text.ts';
import { onOneLine } from '../launch/one-line.ts';
import { checkUrl } from './entry-url.ts';
import { describeIssue } from './issue-text.ts';
import { UNSUPPORTED_TYPE } from './normalize-entry.ts';
import { type ServerConfig, ServerConfigSchema } from './server-config.ts';

/** What is wrong with one field of an entry. */
export interface EntryIssue {
  readonly code: ToolpoolErrorCode;
  /** Path inside the entry, such as `env.TOKEN` or `args[1]`; empty when it is about the whole entry. */
  readonly field: string;
  /** {@link EntryIssue.field} as its parts. */
  readonly path: FieldPath;
  /** One short sentence that names the field and holds no value. */
  readonly message: string;
}

export type ParsedEntry =
  | { readonly config: ServerConfig; readonly issues?: never }
  | { readonly config?: never; readonly issues: readonly EntryIssue[] };

/** A list of a million wrong items is one mistake. */
const MAX_ISSUES = 5;

/**
 * Checks one entry of `mcpServers`, with the syntax of its URL and references; the writer, the reader
 * and the checker all use this.
 */
export function parseServerConfig(entry: unknown): ParsedEntry {
  const parsed = ServerConfigSchema.safeParse(entry, { error: describeIssue });
  if (!parsed.success)
    return { issues: parsed.error.issues.slice(0, MAX_ISSUES).map(toEntryIssue) };
  const config: ServerConfig = parsed.data;
  const issues = [...referenceIssues(config), ...urlIssues(config)];
  return issues.length > 0 ? { issues: issues.slice(0, MAX_ISSUES) } : { config };
}

function toEntryIssue({ path, message }: z.core.$ZodIssue): EntryIssue {
  const unsupported = message.startsWith(UNSUPPORTED_TYPE);
  return entryIssue(
    path.map((part) => (typeof part === 'number' ? part : String(part))),
    message,
    unsupported ? 'TOOLPOOL_SERVER_UNSUPPORTED_TYPE' : 'TOOLPOOL_CONFIG_INVALID',
  );
}

function referenceIssues(config: ServerConfig): EntryIssue[] {
  const issues: EntryIssue[] = [];
  mapLaunchText(config, (text, path) => {
    const { problem } = parseTemplate(text);
    if (problem !== undefined) {
      const message = `"${formatField(path)}" holds ${problem}`;
      issues.push(entryIssue(path, message, 'TOOLPOOL_CONFIG_REFERENCE_INVALID'));
    }
    return text;
  });
  return issues;
}

/** A URL with references in it is checked once they are filled in. */
function urlIssues(config: ServerConfig): EntryIssue[] {
  if (!('url' in config) || config.url.includes('${')) return [];
  const problem = checkUrl(config.url, config.type);
  if (problem === undefined) return [];
  return [entryIssue(['url'], `"url" ${problem}`, 'TOOLPOOL_CONFIG_INVALID')];
}

function entryIssue(path: FieldPath, message: string, code: ToolpoolErrorCode): EntryIssue {
  return { code, field: formatField(path), path, message: onOneLine(message) };
}
