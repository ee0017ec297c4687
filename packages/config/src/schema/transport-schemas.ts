import * as z from 'zod/mini';
import { commonFields, httpFields, stringMap, strings } from './fields.ts';

export const StdioSchema = z.looseObject({
  type: z.literal('stdio'),
  command: z.string().check(z.minLength(1)),
  args: z._default(strings, []),
  env: z.exactOptional(stringMap),
  cwd: z.exactOptional(z.string()),
  envPassthrough: z.exactOptional(strings),
  ...commonFields,
});

export const HttpSchema = z.looseObject({
  type: z.literal('http'),
  ...httpFields,
  /** Set when the entry has no `type`: a server that refuses the first POST is tried over SSE. */
  sseFallback: z.exactOptional(z.boolean()),
  ...commonFields,
});

export const SseSchema = z.looseObject({
  type: z.literal('sse'),
  ...httpFields,
  ...commonFields,
});

export const WsSchema = z.looseObject({
  type: z.literal('ws'),
  url: z.string(),
  headers: z.exactOptional(stringMap),
  headersHelper: z.exactOptional(z.string()),
  ...commonFields,
});

const ideFields = { url: z.string(), ideName: z.string(), authToken: z.exactOptional(z.string()) };

export const SseIdeSchema = z.looseObject({
  type: z.literal('sse-ide'),
  ...ideFields,
  ...commonFields,
});

export const WsIdeSchema = z.looseObject({
  type: z.literal('ws-ide'),
  ...ideFields,
  ...commonFields,
});

export const SdkSchema = z.looseObject({
  type: z.literal('sdk'),
  name: z.string().check(z.minLength(1)),
  ...commonFields,
});

export const ClaudeAiProxySchema = z.looseObject({
  type: z.literal('claudeai-proxy'),
  url: z.string(),
  id: z.string(),
  ...commonFields,
});
