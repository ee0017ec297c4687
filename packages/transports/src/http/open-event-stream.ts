import type { HttpParty } from './http-party.ts';
import { isEventStream } from './read-stream.ts';

export interface OpenStreamOptions {
  /** Which lane of sockets it takes. */
  readonly lane: 'callFetch' | 'controlFetch';
  /** Resumes behind this event. */
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Opens a stream of events with a GET (MCP 2025-11-25, Transports). `refused`: the server has none to
 * give; `failed`: it may have later.
 */
export async function openEventStream(
  party: HttpParty,
  { lane, lastEventId, signal }: OpenStreamOptions,
): Promise<Response | 'refused' | 'failed'> {
  const { endpoint, session } = party;
  try {
    const headers = session.headers();
    if (lastEventId) headers.set('last-event-id', toHeaderValue(lastEventId));
    const response = await party[lane](endpoint.url, { headers, signal });
    if (response.ok && isEventStream(response)) return response;
    await response.body?.cancel();
    return response.status >= 500 || response.status === 429 ? 'failed' : 'refused';
  } catch {
    return 'failed';
  }
}

/** The bytes of its UTF-8 (WHATWG HTML, Server-sent events, section 9.2.2): a header takes no others. */
function toHeaderValue(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
