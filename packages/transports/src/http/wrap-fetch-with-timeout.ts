/** Limits the time to the first byte of every request but GET. */
export function wrapFetchWithTimeout(baseFetch: typeof fetch, ms = 60_000): typeof fetch {
  throw new Error(`not built: ${baseFetch} ${ms}`);
}
