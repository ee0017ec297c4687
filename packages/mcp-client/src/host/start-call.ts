import { randomUUID } from 'node:crypto';
import { clampTimerMs } from '@toolpool/foundation/timing';
import type { ToolProgress } from '@toolpool/tool-core';
import type { CallOptions, CallResult, HostView } from './host.ts';

/** A call that runs while its caller does something else. */
export interface RunningCall {
  /** Unique; what a model may be given to ask for it again. */
  readonly id: string;
  /** Qualified name. */
  readonly tool: string;
  /** `done` when there is a result, even one that says that the tool failed; `failed` when there is none. */
  readonly status: 'running' | 'done' | 'failed';
  /** The last that was heard. */
  readonly progress: ToolProgress | undefined;
  /** Milliseconds since it began, or that it took. */
  readonly durationMs: number;
  /** As {@link HostView.callTool}; nobody needs to look at it. */
  readonly result: Promise<CallResult>;
  /**
   * Its result if it comes within so many milliseconds; `undefined` when the call goes on beyond them.
   *
   * @throws as {@link HostView.callTool}
   */
  resultWithin(ms: number): Promise<CallResult | undefined>;
  /** Ends it as an aborted signal does. */
  cancel(): void;
}

/**
 * Starts a call and gives a handle on it at once, so that a long one can go on in the background:
 * wait a moment with `resultWithin`, then tell the model the id and let it ask later.
 */
export function startCall(
  view: HostView,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): RunningCall {
  return new StartedCall(view, name, { args, options });
}

class StartedCall implements RunningCall {
  readonly id = randomUUID();
  readonly tool: string;
  readonly result: Promise<CallResult>;
  status: RunningCall['status'] = 'running';
  progress: ToolProgress | undefined;
  readonly #controller = new AbortController();
  readonly #startedAt = performance.now();
  #endedAt: number | undefined;

  constructor(
    view: HostView,
    name: string,
    { args, options }: { args: Readonly<Record<string, unknown>>; options: CallOptions },
  ) {
    this.tool = name;
    const { signal: own } = this.#controller;
    const signal = options.signal ? AbortSignal.any([options.signal, own]) : own;
    const onProgress = (progress: ToolProgress) => {
      this.progress = progress;
      options.onProgress?.(progress);
    };
    this.result = view.callTool(name, args, { ...options, signal, onProgress });
    this.result.then(
      () => this.#end('done'),
      () => this.#end('failed'),
    );
  }

  get durationMs(): number {
    return (this.#endedAt ?? performance.now()) - this.#startedAt;
  }

  async resultWithin(ms: number): Promise<CallResult | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const later = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), clampTimerMs(ms));
    });
    return await Promise.race([this.result, later]).finally(() => clearTimeout(timer));
  }

  cancel(): void {
    this.#controller.abort();
  }

  #end(status: 'done' | 'failed'): void {
    this.status = status;
    this.#endedAt = performance.now();
  }
}
