import type { ConfiguredServer } from '@toolpool/config';
import type { ToolpoolError } from '@toolpool/foundation/errors';
import { createLimiter, type Limiter } from '@toolpool/foundation/timing';
import { failed } from '../connection/connect-failure.ts';
import type {
  ConnectedServer,
  MCPServerConnection,
  SettledConnection,
} from '../connection/connection.ts';
import { allowUnlessProject } from '../connection/connection-cache.ts';
import { refusalOf } from '../connection/gate-refusal.ts';
import type { Emit } from './host-events.ts';
import type { HostedServerOptions } from './hosted-server-options.ts';
import { dialServer } from './lifecycle/dial-server.ts';
import { IdleStop } from './lifecycle/idle-stop.ts';
import { offerStored } from './lifecycle/offer-stored.ts';
import { mayPass, reconnectPolicy } from './lifecycle/reconnect-policy.ts';
import { Recovery } from './lifecycle/recovery.ts';
import { ResourceSubscriptions } from './lifecycle/resource-subscriptions.ts';
import { ServerListing } from './lifecycle/server-listing.ts';
import { ServerRecord } from './lifecycle/server-record.ts';
import type { LifecycleEvent } from './lifecycle/transitions.ts';
import type { ServerLists } from './server-lists.ts';

/** One server of a host: what makes it go from state to state, as `lifecycle/transitions.ts` says. */
export class HostedServer {
  readonly server: ConfiguredServer;
  /** Counts calls, for a server that is stopped when there are none. */
  readonly idle: IdleStop | undefined;
  readonly subscriptions: ResourceSubscriptions;
  /** Held by each call while it runs, where only so many may at a time. */
  readonly slots: Limiter | undefined;
  readonly #options: HostedServerOptions;
  readonly #recovery: Recovery | undefined;
  readonly #record: ServerRecord;
  #openedAt = 0;
  /** Tells attempts apart: one that is no longer the last changes nothing. */
  #turn = 0;
  #attempt: Promise<SettledConnection> | undefined;
  #durationMs: number | undefined;
  /** The end of what the last connection had started. */
  #leaving: Promise<void> | undefined;
  #ending: Promise<void> | undefined;

  constructor(server: ConfiguredServer, options: HostedServerOptions) {
    this.server = server;
    this.#options = options;
    this.#record = new ServerRecord(server, this.#emit);
    const policy = reconnectPolicy(server.config, options.reconnect);
    this.#recovery = policy && new Recovery(policy, () => void this.#start());
    const { idleStop } = server.config;
    this.idle = idleStop === undefined ? undefined : new IdleStop(idleStop, () => this.#stop());
    const { maxConcurrentCalls } = server.config;
    this.slots = maxConcurrentCalls === undefined ? undefined : createLimiter(maxConcurrentCalls);
    this.subscriptions = new ResourceSubscriptions(server.name, this.#emit, this.idle);
  }

  get name(): string {
    return this.server.name;
  }

  get connection(): MCPServerConnection {
    return this.#record.connection;
  }

  /** What it offers: also while it is stopped for want of calls, or lost and may come back. */
  get lists(): ServerLists {
    return this.#record.lists;
  }

  /** The connection that {@link lists} come from; it may be gone by now. */
  get offering(): Pick<ConnectedServer, 'capabilities' | 'instructions'> | undefined {
    return this.#record.offering;
  }

  /** From the start of the last attempt until its lists were there, in milliseconds. */
  get durationMs(): number | undefined {
    return this.#durationMs;
  }

  /** The running attempt, if there is one. */
  get attempt(): Promise<SettledConnection> | undefined {
    return this.#attempt;
  }

  /** Offers what is stored of it, until a call starts it; tells whether there is anything. */
  offerStored(): Promise<boolean> {
    return offerStored(this.server, { ...this.#options, record: this.#record });
  }

  /**
   * Connects and lists, once at a time; a server that is connected stays as it is, one that waits for
   * its next attempt makes it now. Never rejects.
   */
  connect(): Promise<SettledConnection> {
    if (this.#attempt !== undefined) return this.#attempt;
    if (this.connection.type === 'connected') return Promise.resolve(this.connection);
    if (this.#record.state === 'ended') return Promise.resolve(this.#record.closed());
    return this.#start();
  }

  /**
   * Replaces a connection that has proved useless, once however many ask for it; when another has
   * taken its place already, that is the answer. What the old one was asked it may still answer.
   * Never rejects.
   */
  renew(from: ConnectedServer): Promise<SettledConnection> {
    if (this.connection !== from) return this.connect();
    return this.#replace(from);
  }

  /**
   * Asks the gate again, and closes a connection whose server it refuses by now; begins to renew one
   * that was made with other values than its references have by now. Never rejects.
   */
  async recheck(): Promise<void> {
    const { cache, connect } = this.#options;
    const { mayConnect = allowUnlessProject } = connect;
    const connection = this.connection;
    if (connection.type !== 'connected') return;
    const refusal = await refusalOf(this.server, mayConnect);
    if (!refusal && (await cache.isCurrent(this.server, connect))) return;
    if (this.connection !== connection) return;
    if (!refusal) {
      void this.renew(connection);
      return;
    }
    this.#settle(refusal, () => this.#emit('disconnected', { server: this.name }));
    this.#leaving = connection.cleanup();
    await this.#leaving;
  }

  /**
   * Ends the server for good: no attempt follows, its lists are gone, and so are its processes once
   * this resolves. Never rejects.
   */
  end(): Promise<void> {
    if (this.#record.state !== 'ended') {
      this.#turn++;
      const wasConnected = this.connection.type === 'connected';
      this.#withdraw('end', this.#record.closed(), () => {
        if (wasConnected) this.#emit('disconnected', { server: this.name });
      });
    }
    this.#ending ??= this.#leave();
    return this.#ending;
  }

  async #leave(): Promise<void> {
    await Promise.all([this.#options.cache.clear(this.server), this.#attempt, this.#leaving]);
  }

  #replace(connection: ConnectedServer, isSecond = false): Promise<SettledConnection> {
    // First: the end of a connection that is no longer this server's is none of its business.
    const attempt = this.#start(isSecond);
    this.#options.cache.retire(connection);
    return attempt;
  }

  #start(isSecond = false): Promise<SettledConnection> {
    this.#recovery?.pause();
    const attempt = this.#run(++this.#turn, isSecond).finally(() => {
      if (this.#attempt === attempt) this.#attempt = undefined;
    });
    this.#attempt = attempt;
    return attempt;
  }

  async #run(turn: number, isSecond: boolean): Promise<SettledConnection> {
    const startedAt = performance.now();
    this.#record.move('attempt', this.#record.pending('connecting'));
    // What the last connection leaves behind may hold a lock or a port.
    await this.#leaving;
    if (turn !== this.#turn) return this.#record.closed();
    const settled = await this.#dial(turn);
    if (turn !== this.#turn) return this.#record.closed();
    this.#settle(settled);
    if (settled.type === 'connected') {
      settled.session.onClose((reason) => this.#lose(settled, reason));
      this.subscriptions.follow(settled);
      const onExpired = () => void this.renew(settled);
      const listing = new ServerListing(settled, this.#record, { ...this.#options, onExpired });
      const isExpired = await listing.first();
      if (turn !== this.#turn) return this.#superseded(settled);
      if (isExpired && !isSecond && this.connection === settled) {
        return this.#replace(settled, true);
      }
    }
    this.#durationMs = performance.now() - startedAt;
    // It died while it was listing, and the next attempt need not wait.
    if (this.#record.state === 'waiting' && this.#recovery?.plan?.delayMs === 0)
      return this.#start();
    return this.#outcome(settled);
  }

  /** What to give those who wait for an attempt that another has overtaken. */
  #superseded(settled: SettledConnection): SettledConnection | Promise<SettledConnection> {
    if (this.#record.state === 'ended') return this.#record.closed();
    return this.#attempt ?? this.#outcome(settled);
  }

  #dial(turn: number): Promise<SettledConnection> {
    return dialServer(this.server, {
      ...this.#options,
      record: this.#record,
      recovery: this.#recovery,
      isCurrent: () => turn === this.#turn,
    });
  }

  /** Goes where an attempt ended; `tell` tells first that a connection which stood is gone. */
  #settle(settled: SettledConnection, tell?: () => void): void {
    const server = this.name;
    switch (settled.type) {
      case 'connected':
        this.#recovery?.stop();
        this.#openedAt = performance.now();
        this.idle?.arm();
        this.#record.open(settled);
        return;
      case 'failed':
        if (this.#record.offering && mayPass(settled.error)) this.#retry(settled.error, tell);
        else this.#fail(settled.error, tell);
        return;
      default:
        this.#withdraw(settled.type === 'disabled' ? 'refuse' : 'challenge', settled, () => {
          tell?.();
          this.#emit(settled.type, { server, reason: settled.reason });
        });
    }
  }

  /** A late event of an earlier connection changes nothing. */
  #lose(connection: ConnectedServer, reason: ToolpoolError | undefined): void {
    if (this.connection !== connection) return;
    this.#leaving = connection.cleanup();
    this.#recovery?.lasted(performance.now() - this.#openedAt);
    const tell = () => {
      this.#emit('disconnected', { server: this.name, ...(reason && { error: reason }) });
    };
    if (reason) this.#retry(reason, tell);
    else this.#withdraw('fail', this.#record.closed(), tell);
  }

  #retry(error: ToolpoolError, tell?: () => void): void {
    const plan = this.#recovery?.next(error);
    if (!plan) {
      this.#fail(this.#recovery?.giveUp(this.name, error) ?? error, tell);
      return;
    }
    const { attempt, maxAttempts, delayMs } = plan;
    const due = { reason: error.message, retryAt: Date.now() + delayMs };
    this.idle?.disarm();
    this.#record.move('retry', this.#record.pending('waiting', { attempt, maxAttempts, ...due }));
    tell?.();
    this.#emit('reconnecting', { server: this.name, attempt, maxAttempts, delayMs, error });
  }

  #fail(error: ToolpoolError, tell?: () => void): void {
    this.#withdraw('fail', failed(this.server, error), () => {
      tell?.();
      this.#emit('failed', { server: this.name, error });
    });
  }

  /** Stops a connected server that nobody calls. */
  #stop(): void {
    const connection = this.connection;
    if (connection.type !== 'connected' || !this.idle) return;
    if (connection.session.pendingRequests > 0 || this.#attempt !== undefined) {
      this.idle.arm();
      return;
    }
    const reason = `It had no call for ${this.idle.afterMs} ms; the next one starts it.`;
    this.idle.disarm();
    this.#record.move('stop', this.#record.pending('idle', { reason }));
    this.#leaving = connection.cleanup();
    this.#emit('stopped', { server: this.name });
  }

  #withdraw(event: LifecycleEvent, connection: SettledConnection, tell: () => void): void {
    this.#recovery?.stop();
    this.idle?.disarm();
    this.#record.withdraw(event, connection, tell);
  }

  /** What an attempt has ended in, as it stands now. */
  #outcome(settled: SettledConnection): SettledConnection {
    const connection = this.connection;
    if (connection.type !== 'pending') return connection;
    const error = this.#recovery?.plan?.error;
    return error ? failed(this.server, error) : settled;
  }

  readonly #emit: Emit = (name, event) => this.#options.emit(name, event);
}
