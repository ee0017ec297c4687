/** JSON Schema (2020-12) of a file with `mcpServers`; published as `@toolpool/config/schema.json`. */
export function serverConfigJsonSchema(): Record<string, unknown> {
  throw new Error('not built');
}
