import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { sleep } from '@toolpool/foundation/timing';
import { createTooLargeResponse } from '../too-large-response.ts';
import type { StreamEvent } from './event-reader.ts';
import { createContentTypeError, createInvalidError } from './http-errors.ts';
import type { HttpParty } from './http-party.ts';
import { createLostResponse } from './lost-response.ts';
import { openEventStream } from './open-event-stream.ts';
import { postMessage } from './post-message.ts';
import { readBody, readExcerpt } from './read-body.ts';
import { isAnswerTo, parseMessages } from './read-messages.ts';
import { isEventStream, messagesOf, readStream } from './read-stream.ts';
import { readSessionRefusal } from './refusal.ts';
import { StreamPace } from './stream-pace.ts';

/** So many attempts in a row to resume a stream may bring nothing. */
const MAX_BARREN_RESUMES = 3;

/**
 * One request and what it is answered with: JSON, or a stream of events, which is resumed behind its
 * last event if it ends too soon (MCP 2025-11-25, Transports, Resumability and Redelivery). The request
 * is sent once; unless it is abandoned, every end but the answer is an answer of our own.
 */
export class Exchange {
  readonly #party: HttpParty;
  readonly #request: JSONRPCRequest;
  readonly #abort = new AbortController();
  readonly #pace = new StreamPace();
  #lastEventId: string | undefined;
  #isAnswered = false;

  constructor(party: HttpParty, request: JSONRPCRequest) {
    this.#party = party;
    this.#request = request;
  }

  get isAbandoned(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Ends it without an answer, and with it its socket. */
  abandon(): void {
    this.#isAnswered = true;
    this.#abort.abort();
  }

  /**
   * Sends the request; resolves when its answer has come or is on its way.
   *
   * @param onDone runs once nothing more will come
   * @throws `ToolpoolError` when there can be no answer
   */
  async open(onDone: () => void): Promise<void> {
    let isStreaming = false;
    try {
      const response = await this.#post();
      isStreaming = isEventStream(response) && response.ok;
      if (isStreaming) void this.#follow(response).finally(onDone);
      else await this.#take(response);
    } finally {
      if (!isStreaming) onDone();
    }
  }

  #post(): Promise<Response> {
    const { callFetch, endpoint, session } = this.#party;
    return postMessage(callFetch, this.#request, {
      url: endpoint.url,
      headers: session.headers(),
      signal: this.#abort.signal,
    });
  }

  async #take(response: Response): Promise<void> {
    const { endpoint, session, maxBytes } = this.#party;
    if (!response.ok) return this.#takeRefusal(response);
    session.id = response.headers.get('mcp-session-id') ?? session.id;
    const type = response.headers.get('content-type') ?? '';
    if (response.status === 202 || response.status === 204) await response.body?.cancel();
    else if (!/^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
      throw createContentTypeError(response, await readExcerpt(response), endpoint);
    } else {
      const body = await readBody(response, maxBytes);
      if (body === 'too-large') this.#answer(createTooLargeResponse(this.#request.id, maxBytes));
      else if (body !== 'broken') this.#deliver(this.#parse(body.text));
    }
    this.#answer(createLostResponse(this.#request.id));
  }

  async #takeRefusal(response: Response): Promise<void> {
    const refusal = await readSessionRefusal(response, this.#party, this.#request.id);
    if ('error' in refusal) throw refusal.error;
    this.#answer(refusal.answer);
  }

  #parse(body: string): readonly JSONRPCMessage[] {
    const { endpoint } = this.#party;
    // The parser's own words quote the text, and may cut a secret in two that no mask then finds.
    const messages = parseMessages(body, this.#request.id);
    if (messages === undefined) throw createInvalidError('it is not JSON.', endpoint);
    if (messages.length === 0) throw createInvalidError('it is JSON of another shape.', endpoint);
    return messages;
  }

  /** Reads the stream, and what follows it, until the answer has come or cannot come any more. */
  async #follow(first: Response): Promise<void> {
    const { session } = this.#party;
    session.id = first.headers.get('mcp-session-id') ?? session.id;
    let stream: Response | undefined = first;
    while (stream !== undefined) {
      this.#pace.opened();
      const end = await readStream(stream, {
        maxBytes: this.#party.maxBytes,
        onEvent: (event) => this.#hear(event),
      });
      this.#pace.ended();
      if (end === 'too-large') {
        this.#answer(createTooLargeResponse(this.#request.id, this.#party.maxBytes));
      }
      if (this.#isAnswered) return;
      stream = await this.#resume();
    }
    this.#answer(createLostResponse(this.#request.id));
  }

  #hear(event: StreamEvent): boolean {
    const { endpoint, report } = this.#party;
    if (event.id !== undefined) this.#lastEventId = event.id;
    if (event.retryMs !== undefined) this.#pace.askedFor(event.retryMs);
    const messages = messagesOf(event, { endpoint, requestId: this.#request.id });
    if (messages instanceof Error) report(messages);
    else if (messages.length > 0) {
      this.#pace.spoke();
      this.#deliver(messages);
    }
    return !this.#isAnswered;
  }

  /** The stream that goes on behind the last event; `undefined` when there is none to be had. */
  async #resume(): Promise<Response | undefined> {
    if (!this.#lastEventId) return undefined;
    while (this.#pace.barren <= MAX_BARREN_RESUMES) {
      const stream = await this.#openBehind(this.#lastEventId);
      if (stream === 'refused' || this.isAbandoned) return undefined;
      if (stream !== 'failed') return stream;
      this.#pace.failed();
    }
    return undefined;
  }

  async #openBehind(lastEventId: string): Promise<Response | 'refused' | 'failed'> {
    const { signal } = this.#abort;
    try {
      await sleep(this.#pace.delayMs(), signal);
    } catch {
      return 'refused';
    }
    return openEventStream(this.#party, { lane: 'callFetch', lastEventId, signal });
  }

  #deliver(messages: readonly JSONRPCMessage[]): void {
    for (const message of messages) {
      if (isAnswerTo(this.#request.id, message)) this.#answer(message);
      else if (!this.#abort.signal.aborted) this.#party.deliver(message);
    }
  }

  /** Delivers the one answer; the first wins. */
  #answer(message: JSONRPCMessage): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#party.deliver(message);
  }
}
