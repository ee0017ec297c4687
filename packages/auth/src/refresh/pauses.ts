import type { ToolpoolError } from '@toolpool/foundation/errors';

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

interface Pause {
  readonly error: ToolpoolError;
  readonly until: number;
  readonly lengthMs: number;
}

/** Spares endpoints that failed for a while: 1 s first, then twice as long each time, up to 60 s. */
export function createPauses(now: () => number) {
  const pauses = new Map<string, Pause>();
  return {
    /** Why an endpoint is not asked now. */
    of(endpoint: string): ToolpoolError | undefined {
      const pause = pauses.get(endpoint);
      return pause !== undefined && now() < pause.until ? pause.error : undefined;
    },
    begin(endpoint: string, error: ToolpoolError): ToolpoolError {
      const last = pauses.get(endpoint)?.lengthMs;
      const lengthMs = last === undefined ? FIRST_MS : Math.min(last * 2, LONGEST_MS);
      pauses.set(endpoint, { error, until: now() + lengthMs, lengthMs });
      return error;
    },
    end(endpoint: string): void {
      pauses.delete(endpoint);
    },
  };
}
