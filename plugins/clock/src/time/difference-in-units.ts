import { Temporal } from 'temporal-polyfill';
import { DURATION_UNITS, type DurationUnit } from '../duration/duration-units.ts';

/**
 * Splits the time between two moments over the chosen units, largest first; the smallest one has the
 * fraction. Counted on the calendar of `from`'s zone; negative when `to` is earlier.
 */
export function differenceInUnits(
  from: Temporal.ZonedDateTime,
  to: Temporal.ZonedDateTime,
  units: readonly DurationUnit[],
): Partial<Record<DurationUnit, number>> {
  const end = to.withTimeZone(from.timeZoneId);
  const ordered = DURATION_UNITS.filter((unit) => units.includes(unit));
  const parts: Partial<Record<DurationUnit, number>> = {};
  for (const [position, unit] of ordered.entries()) {
    // Added to the start each time: a month added to a moved date could be another length.
    const reached = from.add(Temporal.Duration.from({ seconds: 0, ...parts }));
    const isLast = position === ordered.length - 1;
    parts[unit] = isLast
      ? round(reached.until(end).total({ unit, relativeTo: reached }))
      : reached.until(end, { largestUnit: unit, smallestUnit: unit })[unit];
  }
  return parts;
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
