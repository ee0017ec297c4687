import * as z from 'zod/mini';
import { fieldDescriptions } from './field-descriptions.ts';
import { httpAliases } from './normalize-entry.ts';
import { transportSchemas } from './transport-schemas.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Writes the schemas as JSON Schema (2020-12) of a file with `mcpServers`, for editors; published as
 * `@toolpool/config/schema.json`.
 */
export function serverConfigJsonSchema(): Record<string, unknown> {
  const types = Object.keys(transportSchemas) as (keyof typeof transportSchemas)[];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'MCP servers',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      mcpServers: {
        description: 'The servers, by name.',
        type: 'object',
        additionalProperties: { $ref: '#/$defs/server' },
      },
    },
    $defs: {
      server: {
        anyOf: types.map((type) => ({ $ref: `#/$defs/${type}` })),
        not: { required: ['command', 'url'] },
      },
      ...Object.fromEntries(types.map((type) => [type, transportJsonSchema(type)])),
    },
  };
}

function transportJsonSchema(type: keyof typeof transportSchemas): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(transportSchemas[type], { io: 'input' });
  const { sseFallback, ...fields } = schema.properties ?? {};
  const properties = {
    ...fields,
    type: type === 'http' ? { enum: ['http', ...httpAliases] } : { const: type },
  };
  // The type of these two follows from `command` or `url`.
  const mayOmitType = type === 'stdio' || type === 'http';
  const required = (schema.required ?? []).filter((field) => !(mayOmitType && field === 'type'));
  return { ...schema, properties: describe(properties), required };
}

function describe(properties: Readonly<Record<string, unknown>>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      const description = fieldDescriptions[field];
      return [field, { ...(description !== undefined && { description }), ...Object(schema) }];
    }),
  );
}
