import type { Temporal } from 'temporal-polyfill';

/** Which moment a local time means when clock changes skip or repeat it. */
export type WhenUnclear = 'compatible' | 'earlier' | 'later' | 'reject';

/** A moment, with what a reader should know about how its text was read. */
export interface ReadMoment {
  readonly moment: Temporal.ZonedDateTime;
  readonly notes: readonly string[];
}

/**
 * Finds the moment of a local date-time in a zone. A time that clocks skip moves by the length of the
 * gap (`compatible`: forwards), one that happens twice is the first (`compatible`) or the second; the
 * note says so. RFC 5545, section 3.3.5, has the same rule.
 */
export function resolveLocal(
  local: Temporal.PlainDateTime,
  timeZone: string,
  whenUnclear: WhenUnclear,
): ReadMoment {
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(timeZone, { disambiguation: 'later' });
  if (earlier.equals(later)) return { moment: earlier, notes: [] };
  const skipped = !earlier.toPlainDateTime().equals(local);
  const fact = skipped
    ? `${localText(local)} does not exist in ${timeZone}: ${gapText(earlier)}.`
    : `${localText(local)} happens twice in ${timeZone}: at ${earlier.offset} and again at ${later.offset}.`;
  if (whenUnclear === 'reject') throw new Error(`${fact} Say which one with an offset.`);
  const useLater = whenUnclear === 'later' || (whenUnclear === 'compatible' && skipped);
  const moment = useLater ? later : earlier;
  const taken = `Taken as ${localText(moment.toPlainDateTime())} ${moment.offset}.`;
  return { moment, notes: [`${fact} ${taken}`] };
}

function gapText(before: Temporal.ZonedDateTime): string {
  const after = before.getTimeZoneTransition('next');
  const last = after?.subtract({ nanoseconds: 1 }).toPlainDateTime().add({ nanoseconds: 1 });
  if (after === null || after === undefined || last === undefined) return 'clocks skip it';
  return `clocks go from ${localText(last)} straight to ${localText(after.toPlainDateTime())}`;
}

function localText(local: Temporal.PlainDateTime): string {
  return local.toString({ smallestUnit: local.second === 0 ? 'minute' : 'second' });
}
