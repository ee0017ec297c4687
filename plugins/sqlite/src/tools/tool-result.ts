/** Builds a tool's result: the value, and the same as text for hosts that read only `content`. */
export function toolResult<T extends object>(value: T) {
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(value) }],
    structuredContent: { ...value },
  };
}

/** What every tool of this server promises: it reads one database and nothing else. */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  openWorldHint: false,
} as const;
