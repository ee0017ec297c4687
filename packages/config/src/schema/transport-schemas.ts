import * as z from 'zod/mini';
import { commonFields, httpFields, remoteFields, stringMap, strings } from './fields.ts';

const StdioSchema = z.looseObject({
  type: z.literal('stdio'),
  command: z.string().check(z.minLength(1)),
  args: z._default(strings, []),
  env: z.exactOptional(stringMap),
  cwd: z.exactOptional(z.string()),
  envPassthrough: z.exactOptional(strings),
  ...commonFields,
});

const HttpSchema = z.looseObject({
  type: z.literal('http'),
  ...httpFields,
  /** Set when the entry has no `type`: a server that refuses the first POST is tried over SSE. */
  sseFallback: z.exactOptional(z.boolean()),
  ...commonFields,
});

const SseSchema = z.looseObject({
  type: z.literal('sse'),
  ...httpFields,
  ...commonFields,
});

const WsSchema = z.looseObject({
  type: z.literal('ws'),
  ...remoteFields,
  ...commonFields,
});

const ideFields = { url: z.string(), ideName: z.string(), authToken: z.exactOptional(z.string()) };

const SseIdeSchema = z.looseObject({
  type: z.literal('sse-ide'),
  ...ideFields,
  ...commonFields,
});

const WsIdeSchema = z.looseObject({
  type: z.literal('ws-ide'),
  ...ideFields,
  ...commonFields,
});

const SdkSchema = z.looseObject({
  type: z.literal('sdk'),
  name: z.string().check(z.minLength(1)),
  ...commonFields,
});

const ClaudeAiProxySchema = z.looseObject({
  type: z.literal('claudeai-proxy'),
  url: z.string(),
  id: z.string(),
  ...commonFields,
});

/** By `type`. */
export const transportSchemas = {
  stdio: StdioSchema,
  http: HttpSchema,
  sse: SseSchema,
  ws: WsSchema,
  'sse-ide': SseIdeSchema,
  'ws-ide': WsIdeSchema,
  sdk: SdkSchema,
  'claudeai-proxy': ClaudeAiProxySchema,
};
