/** As much of the `Span` of `@opentelemetry/api` as is used here. */
export interface SpanLike {
  spanContext(): {
    readonly traceId: string;
    readonly spanId: string;
    readonly traceFlags: number;
    readonly traceState?: { serialize(): string } | undefined;
  };
  setAttributes(attributes: Readonly<Record<string, string | number>>): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

/** As much of the `Tracer` of `@opentelemetry/api` as is used here. */
export interface TracerLike {
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Record<string, string | number> },
  ): SpanLike;
}

/**
 * One step of the conversation with a server. Nothing in it is an argument, a result or a credential.
 * Times are milliseconds; names that the server chose are cleaned.
 */
export type DebugEntry = {
  readonly server: string;
  readonly method: string;
  /** What the request is about: a tool, a prompt. */
  readonly target?: string;
} & (
  | { readonly event: 'request-sent'; readonly id: number }
  | { readonly event: 'request-answered'; readonly id: number; readonly durationMs: number }
  | {
      readonly event: 'request-failed';
      readonly id: number;
      readonly durationMs: number;
      readonly code: string;
    }
  | { readonly event: 'notification-sent' | 'notification-received' | 'request-received' }
);

/** Who watches a host's conversations. What these throw is theirs: it disturbs no request. */
export interface Telemetry {
  /** Gets a span for each request, and its trace context goes along in `_meta`. */
  readonly tracer?: TracerLike | undefined;
  readonly debugLog?: ((entry: DebugEntry) => void) | undefined;
}
