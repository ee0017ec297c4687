import * as z from 'zod';

const nullableText = z.string().nullable();
const count = z.int().nonnegative();

/** The JSON documents of the CLI, strict: a key more or less is a change that users see. */
const DiagnosticShape = z.strictObject({
  severity: z.enum(['error', 'warning', 'info']),
  code: z.string().regex(/^TOOLPOOL_[A-Z_]+$/),
  message: z.string(),
  file: nullableText,
  line: count.nullable(),
  column: count.nullable(),
  server: nullableText,
  field: nullableText,
});
const diagnostics = z.array(DiagnosticShape).min(1).optional();

const serverRow = {
  name: z.string(),
  scope: z.enum([
    'enterprise',
    'managed',
    'dynamic',
    'local',
    'project',
    'user',
    'plugin',
    'claudeai',
  ]),
  source: z.string(),
  transport: nullableText,
  status: z.enum([
    'connected',
    'failed',
    'needs-auth',
    'pending',
    'disabled',
    'pending-approval',
    'rejected',
    'blocked',
    'shadowed',
    'suppressed',
    'invalid',
    'misconfigured',
    'not-configured',
  ]),
  reason: nullableText,
  serverInfo: z.strictObject({ name: z.string(), version: z.string() }).nullable(),
  protocolVersion: nullableText,
  tools: count.nullable(),
  prompts: count.nullable(),
  resources: count.nullable(),
  durationMs: count.nullable(),
};
export const ListShape = z.strictObject({
  servers: z.array(z.strictObject(serverRow)),
  diagnostics,
});
export const GetShape = z.strictObject({
  ...serverRow,
  config: z.unknown(),
  capabilities: z.record(z.string(), z.unknown()).nullable(),
  instructions: nullableText,
  diagnostics,
});

export const ToolShape = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  server: nullableText,
  tool: z.string(),
  title: nullableText,
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.unknown(),
  readOnly: z.boolean(),
  destructive: z.boolean(),
  openWorld: z.boolean(),
  alwaysLoad: z.boolean(),
  tokens: count,
});
export const ToolsShape = z.strictObject({
  tools: z.array(ToolShape),
  totalTokens: count,
  failed: z.array(z.strictObject({ server: z.string(), status: z.string(), reason: nullableText })),
  diagnostics,
});

const saved = z.array(z.strictObject({ path: z.string(), bytes: count, mimeType: z.string() }));
export const CallShape = z.strictObject({
  tool: z.string(),
  server: nullableText,
  isError: z.boolean(),
  content: z.array(z.looseObject({ type: z.enum(['text', 'image']) })),
  structuredContent: z.unknown(),
  saved,
  truncated: z.boolean(),
  warnings: z.array(z.string()),
  _meta: z.record(z.string(), z.unknown()).nullable(),
  durationMs: count,
});

const resourceTexts = {
  server: z.string(),
  name: z.string(),
  mimeType: nullableText,
  description: nullableText,
};
export const ResourcesShape = z.strictObject({
  resources: z.array(z.strictObject({ ...resourceTexts, uri: z.string() })),
  templates: z.array(z.strictObject({ ...resourceTexts, uriTemplate: z.string() })),
  diagnostics,
});
export const ReadShape = z.strictObject({
  contents: z.array(z.looseObject({ uri: z.string() })),
  saved,
});
export const PromptsShape = z.strictObject({
  prompts: z.array(
    z.strictObject({
      name: z.string(),
      server: z.string(),
      prompt: z.string(),
      description: nullableText,
      arguments: z.array(z.looseObject({ name: z.string(), required: z.boolean() })),
    }),
  ),
  diagnostics,
});
export const PromptShape = z.looseObject({
  messages: z.array(
    z.strictObject({
      role: z.enum(['user', 'assistant']),
      content: z.looseObject({ type: z.string() }),
    }),
  ),
});

const fieldDifference = z.strictObject({
  field: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
});
export const PinsShape = z.strictObject({
  pins: z.array(
    z.strictObject({
      server: z.string(),
      scope: serverRow.scope,
      status: z.enum(['pinned', 'changed', 'unpinned', 'unreadable']),
      pinnedAt: nullableText,
      tools: count.nullable(),
      differences: z
        .array(
          z.strictObject({
            tool: z.string(),
            change: z.enum(['added', 'removed', 'changed']),
            fields: z.array(fieldDifference),
          }),
        )
        .nullable(),
    }),
  ),
  diagnostics,
});

export const ChangedShape = z.strictObject({
  changed: z.array(
    z.strictObject({
      server: z.string(),
      scope: z.enum(['local', 'project', 'user']),
      file: z.string(),
      action: z.enum([
        'added',
        'replaced',
        'removed',
        'approved',
        'rejected',
        'enabled',
        'disabled',
        'reset',
      ]),
      status: nullableText,
    }),
  ),
  diagnostics,
});
export const PluginsShape = z.strictObject({
  plugins: z.array(
    z.strictObject({
      name: z.string(),
      version: z.string(),
      source: z.string(),
      enabled: z.boolean(),
      servers: z.array(z.string()),
    }),
  ),
  diagnostics,
});
export const DoctorShape = z.strictObject({
  findings: z.array(
    z.strictObject({
      severity: z.enum(['error', 'warning', 'info']),
      code: z.string(),
      message: z.string(),
      fix: nullableText,
      file: nullableText,
      line: count.nullable(),
      column: count.nullable(),
      server: nullableText,
    }),
  ),
});
export const StatusShape = z.strictObject({
  clients: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  configs: z.record(z.string(), z.looseObject({ scope: z.string() })),
  tools: z.array(z.looseObject({ name: z.string(), isMcp: z.boolean() })),
  resources: z.record(z.string(), z.array(z.looseObject({ server: z.string() }))),
  normalizedNames: z.record(z.string(), z.string()),
  diagnostics,
});
export const ErrorShape = z.strictObject({
  error: z.strictObject({
    code: z.string().regex(/^TOOLPOOL_[A-Z_]+$/),
    message: z.string(),
    server: nullableText,
    hint: nullableText,
    data: z.unknown().optional(),
  }),
});
