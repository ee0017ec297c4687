/** One limit for all that a command waits for: what is used up is gone. */
export interface TimeLimit {
  /** Milliseconds that are left, at least one; `undefined`: no limit was given. */
  remainingMs(): number | undefined;
}

/** Starts the clock of `--timeout`. */
export function startTimeLimit(timeoutMs: number | undefined): TimeLimit {
  const endsAt = timeoutMs === undefined ? undefined : performance.now() + timeoutMs;
  return {
    remainingMs: () =>
      endsAt === undefined ? undefined : Math.max(1, Math.round(endsAt - performance.now())),
  };
}
