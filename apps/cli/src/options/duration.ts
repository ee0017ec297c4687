import { ToolpoolError } from '@toolpool/foundation/errors';

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Reads `1500`, `1500ms`, `30s`, `2m` or `1h` as milliseconds.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE`
 */
export function parseDuration(text: string): number {
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const ms = Math.round(Number(amount) * (UNITS_MS[unit] ?? 1));
  if (!(ms > 0)) {
    throw new ToolpoolError(`"${text}" is not a duration.`, {
      code: 'TOOLPOOL_USAGE',
      hint: 'Write milliseconds, or a number with ms, s, m or h, such as 30s.',
    });
  }
  return ms;
}
