export function normalizeEntry(entry: unknown): Record<string, unknown> {
  return entry as Record<string, unknown>;
}
