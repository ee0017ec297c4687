import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { FixtureScript } from '@toolpool/testing';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type { DebugEntry, TracerLike } from '../src/index.ts';
import { hostOf, tool } from './hosts.ts';
import { textOf } from './servers.ts';

const SECRET = 'hunter2-hunter2';
const script: FixtureScript = {
  tools: ['work', 'refuses', 'fails', 'hangs', 'received'].map((name) => tool(name)),
  replies: {
    work: { echoArgs: true },
    refuses: { error: { code: -32602, message: 'no' } },
    fails: { content: [], isError: true },
    hangs: { hang: true },
  },
};

describe('telemetry.tracer', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer('test');
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });
  afterAll(() => context.disable());

  const spanOf = (name: string) => exporter.getFinishedSpans().find((span) => span.name === name);

  it('takes a tracer of OpenTelemetry', () => {
    expectTypeOf(tracer).toExtend<TracerLike>();
  });

  it('gets a span for each request, below that of its caller, whose context goes along', async () => {
    await using host = await hostOf({ s: script }, { telemetry: { tracer } });
    expect(spanOf('initialize') ?? spanOf('tools/list')).toBeDefined();
    const parent = tracer.startSpan('agent', {}, ROOT_CONTEXT);
    await context.with(trace.setSpan(ROOT_CONTEXT, parent), () =>
      host.callTool('mcp__s__work', { password: SECRET }, { meta: { own: 1, traceparent: 'x' } }),
    );
    parent.end();
    const span = spanOf('tools/call work');
    const { traceId, spanId } = span?.spanContext() ?? {};
    expect(traceId).toBe(parent.spanContext().traceId);
    expect(span).toMatchObject({
      kind: SpanKind.CLIENT,
      parentSpanContext: { spanId: parent.spanContext().spanId },
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'work',
        'gen_ai.operation.name': 'execute_tool',
        'toolpool.server': 's',
      },
    });
    const received = JSON.parse(textOf(await host.callTool('mcp__s__received')));
    const call = received.find(
      ({ params }: { params?: { name?: string } }) => params?.name === 'work',
    );
    expect(call.params._meta).toMatchObject({ own: 1, traceparent: `00-${traceId}-${spanId}-01` });
    expect(
      JSON.stringify(exporter.getFinishedSpans().map(({ attributes }) => attributes)),
    ).not.toContain(SECRET);
  });

  it.each([
    ['refuses', { 'error.type': 'TOOLPOOL_REQUEST_REFUSED', 'rpc.response.status_code': '-32602' }],
    ['fails', { 'error.type': 'tool_error' }],
    ['hangs', { 'error.type': 'TOOLPOOL_CALL_TIMEOUT' }],
  ])('tells of a call that %s', async (name, attributes) => {
    await using host = await hostOf({ s: script }, { telemetry: { tracer } });
    await host.callTool(`mcp__s__${name}`, {}, { timeoutMs: 50 }).catch(() => undefined);
    expect(spanOf(`tools/call ${name}`)).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes,
    });
  });

  it('sends no context of a tracer that records nothing', async () => {
    const silent = trace.getTracer('without a provider');
    await using host = await hostOf({ s: script }, { telemetry: { tracer: silent } });
    await host.callTool('mcp__s__work');
    expect(textOf(await host.callTool('mcp__s__received'))).not.toContain('traceparent');
  });
});

describe('telemetry.debugLog', () => {
  it('hears each step, and no argument, result or reason', async () => {
    const entries: DebugEntry[] = [];
    const debugLog = (entry: DebugEntry) => entries.push(entry);
    await using host = await hostOf({ s: script }, { telemetry: { debugLog } });
    await host.callTool('mcp__s__work', { password: SECRET });
    await host.callTool('mcp__s__refuses', { password: SECRET }).catch(() => undefined);
    const about = { server: 's', method: 'tools/call', id: expect.any(Number) };
    const durationMs = expect.any(Number);
    expect(entries.filter(({ method }) => method === 'tools/call')).toEqual([
      { ...about, target: 'work', event: 'request-sent' },
      { ...about, target: 'work', event: 'request-answered', durationMs },
      { ...about, target: 'refuses', event: 'request-sent' },
      {
        ...about,
        target: 'refuses',
        event: 'request-failed',
        durationMs,
        code: 'TOOLPOOL_REQUEST_REFUSED',
      },
    ]);
    expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
    expect(JSON.stringify(entries)).not.toContain(SECRET);
  });
});
