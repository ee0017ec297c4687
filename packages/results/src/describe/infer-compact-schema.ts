export function inferCompactSchema(value: unknown, depth = 2): string {
  throw new Error(`${String(value)} ${depth}`);
}
