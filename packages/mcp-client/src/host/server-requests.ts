import type { ProcessedResult } from '@toolpool/results';
import type { Command } from '../discovery/discover-prompts.ts';
import {
  type Completion,
  type CompletionArgument,
  type CompletionReference,
  type CompletionTarget,
  complete,
} from './complete.ts';
import type { CallOptions, ResourceSubscription } from './host.ts';
import { type LiveRequest, withLiveConnection } from './live-connection.ts';
import { promptUnknown } from './prompt-unknown.ts';
import { readResource } from './read-resource.ts';
import type { ServerCalls } from './server-calls.ts';
import type { ServerSet } from './server-set.ts';

export interface ServerRequestsOptions {
  readonly servers: ServerSet;
  readonly calls: ServerCalls;
  readonly commands: () => readonly Command[];
}

/** What a host or view asks its servers for beside calls of tools and prompts. */
export class ServerRequests {
  readonly #options: ServerRequestsOptions;
  readonly #subscriptions = new Set<ResourceSubscription>();

  constructor(options: ServerRequestsOptions) {
    this.#options = options;
  }

  async readResource(server: string, uri: string, options: CallOptions): Promise<ProcessedResult> {
    const { servers, calls } = this.#options;
    const hosted = servers.get(server);
    const { signal } = options;
    const request = { method: 'resources/read', target: uri, signal };
    return withLiveConnection(hosted, request, (connection) =>
      readResource(connection, uri, {
        signal,
        timeoutMs: calls.timeoutMs(hosted, options),
        process: calls.processing(hosted, 'resource'),
      }),
    );
  }

  async subscribe(server: string, uri: string): Promise<ResourceSubscription> {
    const hosted = this.#options.servers.get(server);
    const request: LiveRequest = { method: 'resources/subscribe', target: uri };
    await withLiveConnection(hosted, request, (connection) =>
      hosted.subscriptions.add(uri, connection),
    );
    let ending: Promise<void> | undefined;
    const unsubscribe = () => {
      this.#subscriptions.delete(subscription);
      const { connection } = hosted;
      const live = connection.type === 'connected' ? connection : undefined;
      ending ??= hosted.subscriptions.remove(uri, live);
      return ending;
    };
    const subscription = { server, uri, unsubscribe, [Symbol.asyncDispose]: unsubscribe };
    this.#subscriptions.add(subscription);
    return subscription;
  }

  async complete(
    reference: CompletionReference,
    argument: CompletionArgument,
    options: CallOptions,
  ): Promise<Completion> {
    const { servers, calls } = this.#options;
    const { server, target } = this.#targetOf(reference);
    const hosted = servers.get(server);
    const { signal } = options;
    const request = { method: 'completion/complete', target: target.name, signal };
    return withLiveConnection(hosted, request, (connection) =>
      complete(
        connection,
        { target, argument },
        { signal, timeoutMs: calls.timeoutMs(hosted, options) },
      ),
    );
  }

  /** Ends all subscriptions that were made here. Never rejects. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#subscriptions, (each) => each.unsubscribe()));
  }

  #targetOf(reference: CompletionReference): {
    readonly server: string;
    readonly target: CompletionTarget;
  } {
    if ('uriTemplate' in reference) {
      const { server, uriTemplate } = reference;
      return { server, target: { type: 'ref/resource', name: uriTemplate } };
    }
    const commands = this.#options.commands();
    const command = commands.find(({ name }) => name === reference.prompt);
    if (!command) throw promptUnknown(reference.prompt, commands);
    return { server: command.server, target: { type: 'ref/prompt', name: command.prompt } };
  }
}
