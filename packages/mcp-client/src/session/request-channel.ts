import type {
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, MessageExtraInfo } from '@modelcontextprotocol/sdk/types.js';
import type { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';
import { type ToolpoolTransport, wasTidied } from '@toolpool/transports';
import { type Leniencies, LeniencyTally, type Tolerate } from '../reading/leniencies.ts';
import { noteCallResult } from '../reading/note-result.ts';
import type { ChannelParty } from './channel-party.ts';
import { Handshake } from './handshake.ts';
import { NotificationListeners } from './notification-listeners.ts';
import { type PendingOwner, PendingRequest, type WhyGivenUp } from './pending-request.ts';
import { PendingRequests } from './pending-requests.ts';
import { readProgress, withProgressToken } from './progress.ts';
import {
  type RequestSubject,
  requestCancelled,
  sessionClosed,
  toAnswerError,
  toGivenUpError,
  toLostError,
  toSendError,
  transportFailureOf,
} from './request-errors.ts';
import { SentTogether } from './sent-together.ts';
import type { NotificationHandler, RequestOptions } from './session.ts';
import { watchMessage, watchRequest } from './watch-request.ts';

// Ids below belong to the SDK client above, which counts from 0.
const FIRST_ID = 1_000_000;
// So many requests in a row whose transport failed them: the connection is of no use any more.
const MAX_STRIKES = 3;
const CANCELLED = 'notifications/cancelled';
// Reasons go to a third party: fixed texts, never the caller's own.
const REASONS = {
  cancelled: 'The caller cancelled it.',
  'timed-out': 'It took too long.',
  silent: 'It made no progress for too long.',
} as const;

type Message = Readonly<Record<string, unknown>>;

/**
 * Sits between a transport and the SDK client and carries this host's own requests itself: matched by
 * id, results passed through unparsed, settled exactly once. Everything else (handshake, requests and
 * notifications of the server) goes on to the SDK client.
 */
export class RequestChannel implements Transport, PendingOwner {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly #transport: ToolpoolTransport;
  readonly #party: ChannelParty;
  readonly #pending = new PendingRequests();
  readonly #sent = new SentTogether((request, error) => this.#notSent(request, error));
  readonly #listeners = new NotificationListeners((error) => this.#report(error));
  readonly #tally = new LeniencyTally();
  readonly handshake: Handshake;
  readonly #closeListeners = new Set<(reason: ToolpoolError | undefined) => void>();
  #nextId = FIRST_ID;
  #closing = false;
  #strikes = 0;
  #isRetired = false;
  #isUnwrapped = false;
  /** Why no request is taken any more. */
  #refusal: ToolpoolError | undefined;
  #isOver = false;
  /** Why it is over, unless this side closed it. */
  #endReason: ToolpoolError | undefined;

  constructor(transport: ToolpoolTransport, party: ChannelParty) {
    this.#transport = transport;
    this.#party = party;
    this.handshake = new Handshake(party, this.tolerate);
    transport.onmessage = (message, extra) => this.#receive(message, extra);
    transport.onerror = (error) => this.onerror?.(error);
    transport.onclose = () => this.#end();
  }

  pauseClocks(): () => void {
    return this.#pending.pause();
  }

  get pendingRequests(): number {
    return this.#pending.size;
  }

  get tolerate(): Tolerate {
    return this.#tally.tolerate;
  }

  get leniencies(): Leniencies {
    const { skippedLines } = this.#transport.diagnostics();
    return { ...this.#tally.counts, ...(skippedLines > 0 && { 'skipped-line': skippedLines }) };
  }

  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#transport.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    return this.#transport.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#transport.send(this.handshake.outgoing(message), options);
  }

  /** Lets the SDK client hear every notification from now on. */
  unwrap(): void {
    this.#isUnwrapped = true;
  }

  /** Takes no more requests, and closes once those that are pending have settled. */
  retire(): void {
    this.#isRetired = true;
    this.#refusal ??= sessionClosed(this.#party.server);
    if (this.#pending.size === 0) this.#leave();
  }

  /** Fails what is pending at once; resolves when the transport is closed. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#end();
    await this.#transport.close();
  }

  request(method: string, params: Message | undefined, options: RequestOptions): Promise<unknown> {
    if (this.#refusal) return Promise.reject(this.#refusal);
    if (options.signal?.aborted)
      return Promise.reject(requestCancelled(this.#subject(method, options.target)));
    const id = this.#nextId++;
    const request = new PendingRequest(this, { id, method }, options);
    this.#pending.add(request);
    const watched = watchRequest(this.#party, request, params);
    const message = {
      jsonrpc: '2.0',
      id,
      method,
      params: withProgressToken(watched ? watched.params : params, request),
    } as const;
    watched?.follow(request.promise);
    this.#sent.add(this.#transport.send(message as JSONRPCMessage), request);
    return request.promise;
  }

  async notify(method: string, params: Message | undefined): Promise<void> {
    watchMessage(this.#party, 'notification-sent', method);
    await this.#transport.send({ jsonrpc: '2.0', method, ...(params && { params }) });
  }

  onNotification(method: string, handler: NotificationHandler): () => void {
    return this.#listeners.add(method, handler);
  }

  onClose(listener: (reason: ToolpoolError | undefined) => void): () => void {
    this.#closeListeners.add(listener);
    if (this.#isOver) queueMicrotask(() => this.#tellClosed());
    return () => this.#closeListeners.delete(listener);
  }

  giveUp(request: PendingRequest, why: WhyGivenUp): void {
    if (!this.#take(request.id)) return;
    const subject = this.#subject(request.method, request.target);
    request.reject(toGivenUpError(why, subject, request));
    const params = { requestId: request.id, reason: REASONS[why] };
    // Nobody waits for it: a server that cannot be told has other troubles.
    this.notify(CANCELLED, params).catch(() => undefined);
  }

  #notSent({ id, method, target }: PendingRequest, error: unknown): void {
    const failure = toSendError(error, this.#subject(method, target));
    this.#take(id)?.reject(failure);
    this.#count(failure);
  }

  #receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if (wasTidied(message)) this.tolerate('envelope');
    if (!('method' in message)) {
      if (this.#answered(message)) return;
    } else if (!('id' in message)) {
      watchMessage(this.#party, 'notification-received', message.method);
      if (this.#notified(message)) return;
      // The SDK client has no use for any other, and would take far longer to find that out.
      if (message.method !== CANCELLED && !this.#isUnwrapped) return;
    } else {
      watchMessage(this.#party, 'request-received', message.method);
    }
    this.onmessage?.(this.handshake.forSdk(message), extra);
  }

  /** Takes an answer to one of this channel's requests; late and doubled ones end here too. */
  #answered(message: Message): boolean {
    // Some servers echo the id as a string.
    const id =
      typeof message.id === 'string' ? Number(message.id) : (message.id ?? this.#only(message));
    if (typeof id !== 'number' || !(id >= FIRST_ID)) return false;
    const request = this.#take(id);
    if (!request) return true;
    if (typeof message.id === 'string') this.tolerate('envelope');
    const { result, error } = message;
    if (result !== undefined && error === undefined) {
      this.#strikes = 0;
      if (request.method === 'tools/call') noteCallResult(result, this.tolerate);
      request.resolve(result);
    } else {
      const subject = this.#subject(request.method, request.target);
      const failure = toAnswerError({ result, error }, subject);
      request.reject(failure);
      this.#count(failure);
    }
    return true;
  }

  /** An error without an id, which a server may not have been able to read, means the only request. */
  #only({ error }: Message): number | undefined {
    return error === undefined ? undefined : this.#pending.onlyId;
  }

  /** Counts failures of the transport in a row; an answer of the server ends the row. */
  #count(failure: ToolpoolError): void {
    const reason = transportFailureOf(failure);
    this.#strikes = reason === undefined ? 0 : this.#strikes + 1;
    if (this.#strikes < MAX_STRIKES || this.#isRetired) return;
    this.#end(reason);
    this.#leave();
  }

  /** Nobody waits for the end of the transport: whoever registered its clean-up does. */
  #leave(): void {
    this.close().catch(() => undefined);
  }

  #subject(method: string, target: string | undefined): RequestSubject {
    return { ...this.#party, method, target };
  }

  #notified(message: { readonly method: string; readonly params?: unknown }): boolean {
    const { method, params } = message;
    if (method === 'notifications/progress' && isRecord(params)) {
      const token = Number(params.progressToken);
      if (token >= FIRST_ID) this.#progressed(token, params);
      return token >= FIRST_ID;
    }
    return this.#listeners.tell(method, params);
  }

  #progressed(token: number, params: Message): void {
    const request = this.#pending.get(token);
    request?.heard();
    const onProgress = request?.onProgress;
    if (!onProgress) return;
    const progress = readProgress(params);
    if (progress) this.#guard(() => onProgress(progress));
  }

  /** Runs foreign code: what it throws must not stop the reading of messages. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }

  #take(id: number): PendingRequest | undefined {
    const request = this.#pending.take(id);
    if (this.#pending.size === 0 && this.#isRetired) this.#leave();
    return request;
  }

  #end(failure?: ToolpoolError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const reason = this.#closing ? undefined : (failure ?? this.#transport.closeReason);
    this.#refusal = reason ?? sessionClosed(this.#party.server);
    this.#endReason = this.#closing ? undefined : this.#refusal;
    for (const request of this.#pending.end()) {
      const { method, target } = request;
      request.reject(toLostError(this.#refusal, this.#subject(method, target)));
    }
    this.onclose?.();
    this.#tellClosed();
  }

  #tellClosed(): void {
    const listeners = [...this.#closeListeners];
    this.#closeListeners.clear();
    for (const listener of listeners) this.#guard(() => listener(this.#endReason));
  }
}
