import type { Temporal } from 'temporal-polyfill';
import { formatDuration } from '../duration/format-duration.ts';
import type { ReadMoment } from './resolve-local.ts';
import { resolveLocal } from './resolve-local.ts';

/**
 * Adds a duration: years to days on the calendar of the moment's zone, then hours to seconds as
 * elapsed time (RFC 5545, section 3.3.6). The notes name each place where that surprises.
 */
export function addToMoment(
  start: Temporal.ZonedDateTime,
  duration: Temporal.Duration,
): ReadMoment {
  const { years, months, weeks, days } = duration;
  const moment = addInRange(start, duration);
  const notes = [...monthEndNotes(start, { years, months })];
  const local = start.toPlainDateTime().add({ years, months, weeks, days });
  const movesDate = !local.equals(start.toPlainDateTime());
  if (movesDate) notes.push(...resolveLocal(local, start.timeZoneId, 'compatible').notes);
  if (movesDate && moment.offset !== start.offset) {
    const elapsed = start.until(moment, { largestUnit: 'hours' });
    notes.push(
      `Clocks change in between, from ${start.offset} to ${moment.offset}: ${formatDuration(elapsed)} pass.`,
    );
  }
  return { moment, notes };
}

function addInRange(
  start: Temporal.ZonedDateTime,
  duration: Temporal.Duration,
): Temporal.ZonedDateTime {
  try {
    return start.add(duration);
  } catch (cause) {
    throw new Error('The result lies outside the years -271821 to 275760.', { cause });
  }
}

function monthEndNotes(
  start: Temporal.ZonedDateTime,
  move: { readonly years: number; readonly months: number },
): string[] {
  const moved = start.toPlainDate().add(move);
  if (moved.day === start.day) return [];
  const month = moved.toPlainYearMonth().toString();
  return [`${month} has no day ${start.day}: its last day, ${moved.day}, was taken.`];
}
