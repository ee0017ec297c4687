import { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';
import { type ListedItems, type Page, readPage } from '../reading/read-page.ts';
import { invalidResponse } from '../session/request-errors.ts';
import type { Session } from '../session/session.ts';
import { retryTransient } from './retry-transient.ts';

// No honest list comes near; a server that never ends its list must not hold the host for ever.
const MAX_PAGES = 64;
const MAX_ITEMS = 20_000;
// Of the time that one page may take.
const MAX_TIMES = 4;
const METHOD_NOT_FOUND = -32601;

/** One of the lists that a server can have. */
export interface ListSource {
  readonly server: string;
  readonly session: Session;
  readonly method: string;
  /** The member of each page that holds its items. */
  readonly member: string;
  /** Limit of each page, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Reads all pages of a list. It ends early, with a problem reported, at a cursor seen before, at 64
 * pages, at 20,000 items, after four times the limit of a page, or at a page after the first that fails. A list that the server does not
 * know (-32601) is empty.
 *
 * @throws {@link ToolpoolError} as {@link Session.request}, for the first page
 */
export async function listPages(source: ListSource): Promise<ListedItems> {
  const items: unknown[] = [];
  const problems: string[] = [];
  const report = (what: string) =>
    problems.push(`Server "${source.server}": ${source.method} ${what}.`);
  const seen = new Set<string>();
  let cursor: string | undefined;
  let total = 0;
  const endsAt = performance.now() + MAX_TIMES * source.timeoutMs;
  for (let pages = 0; ; ) {
    const page = await askForPage(source, cursor).catch((error: unknown) => {
      if (cursor === undefined) throw error;
      report(`gave only ${pages} of its pages: ${error instanceof Error ? error.message : error}`);
    });
    if (!page) break;
    pages++;
    total += page.items.length;
    items.push(...page.items.slice(0, MAX_ITEMS - items.length));
    const { nextCursor } = page;
    const end = whyEnded(nextCursor, { seen, pages, total, isLate: performance.now() > endsAt });
    if (end) report(end);
    if (isOddCursor(nextCursor, seen)) source.session.tolerate('cursor');
    if (end !== undefined || typeof nextCursor !== 'string') break;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return { items, problems };
}

interface Progress {
  readonly seen: ReadonlySet<string>;
  readonly pages: number;
  readonly total: number;
  readonly isLate: boolean;
}

/** Why to stop in spite of a next cursor; an empty text at the regular end. */
function whyEnded(
  nextCursor: unknown,
  { seen, pages, total, isLate }: Progress,
): string | undefined {
  if (total > MAX_ITEMS) return `has more than ${MAX_ITEMS} items, the others were left out`;
  if (nextCursor === null) return '';
  if (typeof nextCursor !== 'string') return 'gave a cursor that is no text, its list may go on';
  // Also true of the empty text, which some servers send for "no more": it is followed once.
  if (seen.has(nextCursor)) return 'repeated a cursor, its list was ended there';
  if (pages >= MAX_PAGES) return `has more than ${MAX_PAGES} pages, the others were left out`;
  return isLate ? 'took too long in all, its last pages were left out' : undefined;
}

function isOddCursor(nextCursor: unknown, seen: ReadonlySet<string>): boolean {
  if (nextCursor === null) return false;
  return typeof nextCursor !== 'string' || nextCursor === '' || seen.has(nextCursor);
}

async function askForPage(source: ListSource, cursor: string | undefined): Promise<Page> {
  const { server, session, method, member, timeoutMs } = source;
  const params = cursor === undefined ? undefined : { cursor };
  try {
    const result = await retryTransient(() => session.request(method, params, { timeoutMs }));
    const page = readPage(result, member, session.tolerate);
    if (page) return page;
    throw invalidResponse({ server, method }, `no list of ${member}`);
  } catch (error) {
    if (isMethodNotFound(error)) return { items: [], nextCursor: null };
    throw error;
  }
}

function isMethodNotFound(error: unknown): boolean {
  return (
    ToolpoolError.isInstance(error) &&
    error.code === 'TOOLPOOL_REQUEST_REFUSED' &&
    isRecord(error.data) &&
    error.data.code === METHOD_NOT_FOUND
  );
}
