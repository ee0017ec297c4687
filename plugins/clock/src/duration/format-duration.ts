import { Temporal } from 'temporal-polyfill';
import { DURATION_UNITS } from './duration-units.ts';

/** English words for a duration, as `1 day, 2 hours, 6.5 seconds`; `parseDuration` reads them back. */
export function formatDuration(duration: Temporal.Duration): string {
  const length = duration.abs();
  const parts = DURATION_UNITS.map((unit) => ({ unit, value: length[unit].toString() }));
  const seconds = { unit: 'seconds' as const, value: secondsText(length) };
  const text = [...parts.slice(0, -1), seconds]
    .filter(({ value }) => value !== '0')
    .map(({ unit, value }) => `${value} ${value === '1' ? unit.slice(0, -1) : unit}`)
    .join(', ');
  if (text === '') return '0 seconds';
  return duration.sign < 0 ? `-${text}` : text;
}

/** Seconds with their fraction, exactly. */
function secondsText(length: Temporal.Duration): string {
  const { seconds, milliseconds, microseconds, nanoseconds } = length;
  // ISO 8601 has no unit below the second, so its text holds the sum.
  const iso = Temporal.Duration.from({
    seconds,
    milliseconds,
    microseconds,
    nanoseconds,
  }).toString();
  return iso.slice('PT'.length, -'S'.length);
}

/** Rewrites hours, minutes and seconds so that each is below the next; days and above stay. */
export function balanceTime(duration: Temporal.Duration): Temporal.Duration {
  const { years, months, weeks, days } = duration;
  const { hours, minutes, seconds, milliseconds, microseconds, nanoseconds } = duration;
  const time = Temporal.Duration.from({
    hours,
    minutes,
    seconds,
    milliseconds,
    microseconds,
    nanoseconds,
  }).round({ largestUnit: 'hours' });
  return time.with({ years, months, weeks, days });
}
