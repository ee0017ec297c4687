import { ToolpoolError } from '@toolpool/foundation/errors';
import { redactUrl } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import { showName } from '../show-name.ts';
import type { SpanLike, TracerLike } from './telemetry.ts';

/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR` of OpenTelemetry. */
const CLIENT = 2;
const ERROR = 2;
const NO_TRACE = /^0*$/;

type Params = Readonly<Record<string, unknown>>;
type Attributes = Record<string, string | number>;

export interface SpanSubject {
  readonly server: string;
  readonly id: number;
  readonly method: string;
  readonly target?: string | undefined;
}

/** The span of one request, by OpenTelemetry's semantic conventions for MCP. */
export class RequestSpan {
  readonly #span: SpanLike;

  constructor(tracer: TracerLike, subject: SpanSubject) {
    const { method, target } = subject;
    const name = target === undefined ? method : `${method} ${showTarget(subject)}`;
    this.#span = tracer.startSpan(name, { kind: CLIENT, attributes: attributesOf(subject) });
  }

  /** The parameters with the context of this span (W3C Trace Context; MCP SEP-414). */
  withContext(params: Params | undefined): Params | undefined {
    const { traceId, spanId, traceFlags, traceState } = this.#span.spanContext();
    if (NO_TRACE.test(traceId)) return params;
    const flags = (traceFlags & 0xff).toString(16).padStart(2, '0');
    const state = traceState?.serialize();
    const meta = isRecord(params?._meta) ? params._meta : {};
    const context = {
      traceparent: `00-${traceId}-${spanId}-${flags}`,
      ...(state && { tracestate: state }),
    };
    return { ...params, _meta: { ...meta, ...context } };
  }

  /** Ends with the answer; one that says that the tool failed is an error. */
  answered(result: unknown): void {
    if (isRecord(result) && result.isError === true) this.#fail({ 'error.type': 'tool_error' });
    this.#span.end();
  }

  failed(error: unknown): void {
    const { code, data, message } = ToolpoolError.isInstance(error)
      ? error
      : { code: 'TOOLPOOL_INTERNAL', data: undefined, message: undefined };
    const status = isRecord(data) && typeof data.code === 'number' ? data.code : undefined;
    const attributes: Attributes = { 'error.type': code };
    if (status !== undefined) attributes['rpc.response.status_code'] = String(status);
    this.#fail(attributes, message);
    this.#span.end();
  }

  #fail(attributes: Attributes, message?: string): void {
    this.#span.setAttributes(attributes);
    this.#span.setStatus({ code: ERROR, ...(message !== undefined && { message }) });
  }
}

/** The attribute that holds what a request is about. */
const TARGETS: Readonly<Record<string, string>> = {
  'tools/call': 'gen_ai.tool.name',
  'prompts/get': 'gen_ai.prompt.name',
  'resources/read': 'mcp.resource.uri',
  'resources/subscribe': 'mcp.resource.uri',
  'resources/unsubscribe': 'mcp.resource.uri',
};

function attributesOf(subject: SpanSubject): Attributes {
  const { server, id, method, target } = subject;
  const attributes: Attributes = {
    'mcp.method.name': method,
    'jsonrpc.request.id': String(id),
    'toolpool.server': server,
  };
  if (method === 'tools/call') attributes['gen_ai.operation.name'] = 'execute_tool';
  const key = TARGETS[method];
  if (key !== undefined && target !== undefined) attributes[key] = showTarget(subject);
  return attributes;
}

function showTarget({ method, target = '' }: SpanSubject): string {
  return showName(TARGETS[method] === 'mcp.resource.uri' ? redactUrl(target) : target);
}
