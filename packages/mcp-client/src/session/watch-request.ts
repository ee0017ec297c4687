import { ToolpoolError } from '@toolpool/foundation/errors';
import { showName } from '../show-name.ts';
import { RequestSpan, type SpanSubject } from './request-span.ts';
import type { DebugEntry, Telemetry } from './telemetry.ts';

type Params = Readonly<Record<string, unknown>>;

/** A conversation that somebody may watch. */
interface Watched {
  readonly server: string;
  readonly telemetry?: Telemetry | undefined;
}

/** A request that is watched: what to send of it, and what to tell of its end. */
export interface WatchedRequest {
  readonly params: Params | undefined;
  readonly follow: (answer: Promise<unknown>) => void;
}

/**
 * Begins to tell of a request, if anybody watches; the end is told when the promise that `follow` gets
 * has settled.
 */
export function watchRequest(
  { server, telemetry }: Watched,
  { id, method, target }: Omit<SpanSubject, 'server'>,
  params: Params | undefined,
): WatchedRequest | undefined {
  if (!telemetry) return undefined;
  const { tracer, debugLog } = telemetry;
  const startedAt = performance.now();
  const subject = { server, id, method, target };
  const about = { server, method, id, ...targetOf(subject) };
  const log = (entry: DebugEntry) => guard(() => debugLog?.(entry));
  const span = tracer && guard(() => new RequestSpan(tracer, subject));
  log({ ...about, event: 'request-sent' });
  const answered = (result: unknown) => {
    log({ ...about, event: 'request-answered', durationMs: performance.now() - startedAt });
    guard(() => span?.answered(result));
  };
  const failed = (error: unknown) => {
    const code = ToolpoolError.isInstance(error) ? error.code : 'TOOLPOOL_INTERNAL';
    log({ ...about, event: 'request-failed', durationMs: performance.now() - startedAt, code });
    guard(() => span?.failed(error));
  };
  return {
    params: span ? (guard(() => span.withContext(params)) ?? params) : params,
    follow: (answer) => void answer.then(answered, failed),
  };
}

/** Tells of a message that is no request of this side, or no answer to one. */
export function watchMessage(
  { server, telemetry }: Watched,
  event: 'notification-sent' | 'notification-received' | 'request-received',
  method: string,
): void {
  const { debugLog } = telemetry ?? {};
  if (debugLog) guard(() => debugLog({ server, event, method: showName(method) }));
}

function targetOf({ target }: SpanSubject): { readonly target?: string } {
  return target === undefined ? {} : { target: showName(target) };
}

/** Runs code of the watcher; a fault of it surfaces as an uncaught error of its program. */
function guard<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
    return undefined;
  }
}
