import { sleep } from '@toolpool/foundation/timing';
import type { StreamEvent } from './event-reader.ts';
import type { HttpParty } from './http-party.ts';
import { openEventStream } from './open-event-stream.ts';
import { messagesOf, readStream } from './read-stream.ts';
import { StreamPace } from './stream-pace.ts';

/**
 * The optional stream on which a server speaks unasked (MCP 2025-11-25, Transports, Listening for
 * Messages from the Server). It is opened anew for as long as it is of use, ever more slowly when it is
 * not; a server that refuses it has none, which is no fault.
 */
export class ServerStream {
  readonly #party: HttpParty;
  readonly #abort = new AbortController();
  readonly #pace = new StreamPace();
  #lastEventId: string | undefined;
  #isOpen = false;

  constructor(party: HttpParty) {
    this.#party = party;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#run().catch(() => undefined);
  }

  close(): void {
    this.#isOpen = true;
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    const { session, maxBytes } = this.#party;
    const { signal } = this.#abort;
    let isFirst = true;
    while (!signal.aborted && !session.isExpired) {
      const stream = await openEventStream(this.#party, {
        lane: 'controlFetch',
        lastEventId: this.#lastEventId,
        signal,
      });
      if (stream === 'refused' || (stream === 'failed' && isFirst)) return;
      isFirst = false;
      if (stream === 'failed') this.#pace.failed();
      else {
        this.#pace.opened();
        await readStream(stream, { maxBytes, onEvent: (event) => this.#hear(event) });
        this.#pace.ended();
      }
      await sleep(this.#pace.delayMs(), signal);
    }
  }

  #hear(event: StreamEvent): boolean {
    const { deliver, endpoint, report } = this.#party;
    if (event.id !== undefined) this.#lastEventId = event.id;
    if (event.retryMs !== undefined) this.#pace.askedFor(event.retryMs);
    const messages = messagesOf(event, { endpoint });
    if (messages instanceof Error) report(messages);
    else if (messages.length > 0) {
      this.#pace.spoke();
      for (const message of messages) deliver(message);
    }
    return !this.#abort.signal.aborted;
  }
}
