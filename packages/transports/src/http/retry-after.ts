/** What one message may wait in all, and how often it is sent. */
const BUDGET_MS = 30_000;
const MAX_TRIES = 5;
const MIN_WAIT_MS = 100;

/** Reads a `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date. Milliseconds. */
export function readRetryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(date - Date.now(), 0);
}

/** Says how long to wait before a message is sent again, for as long as that is within a budget. */
export class RetryBudget {
  #leftMs = BUDGET_MS;
  #tries = 1;
  readonly #mayRepeat: (status: number) => boolean;

  /** @param isCall whether the message calls a tool: only a refusal for certain repeats it. */
  constructor(isCall: boolean) {
    // 429 is given before any work is done (RFC 6585, section 4); a gateway may give 503 afterwards.
    this.#mayRepeat = (status) => status === 429 || (status === 503 && !isCall);
  }

  /** `undefined`: do not send it again. */
  waitFor(response: Response): number | undefined {
    const askedMs = this.#mayRepeat(response.status) ? readRetryAfter(response) : undefined;
    if (askedMs === undefined || this.#tries >= MAX_TRIES) return undefined;
    const waitMs = Math.max(askedMs, MIN_WAIT_MS);
    if (waitMs > this.#leftMs) return undefined;
    this.#leftMs -= waitMs;
    this.#tries += 1;
    return waitMs;
  }
}
