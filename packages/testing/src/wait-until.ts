import { setTimeout as delay } from 'node:timers/promises';

/** Resolves as soon as the predicate holds, asked every 10 ms; rejects after `timeoutMs`. */
export async function waitUntil(
  predicate: () => boolean | Promise<boolean>,
  { timeoutMs = 5000 }: { readonly timeoutMs?: number } = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await predicate())) {
    if (performance.now() > deadline) {
      throw new Error(`Not true within ${timeoutMs} ms: ${predicate}`);
    }
    await delay(10);
  }
}
