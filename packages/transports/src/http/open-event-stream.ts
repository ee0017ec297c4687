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
  const headers = session.headers();
  if (lastEventId) headers.set('last-event-id', lastEventId);
  try {
    const response = await party[lane](endpoint.url, { headers, signal });
    if (response.ok && isEventStream(response)) return response;
    await response.body?.cancel();
    return response.status >= 500 || response.status === 429 ? 'failed' : 'refused';
  } catch {
    return 'failed';
  }
}
