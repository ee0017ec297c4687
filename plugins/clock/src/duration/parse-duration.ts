import { Temporal } from 'temporal-polyfill';
import { type DurationUnit, durationUnitOf } from './duration-units.ts';

type Unit = DurationUnit | 'milliseconds';

// Units that may have a fraction: those of one length. Of a day and a week that is 24 hours and 7 days.
const NANOSECONDS: Partial<Record<Unit, number>> = {
  weeks: 7 * 24 * 3600e9,
  days: 24 * 3600e9,
  hours: 3600e9,
  minutes: 60e9,
  seconds: 1e9,
  milliseconds: 1e6,
};

const PART = /(\d+)((?:\.\d+)?)\s*([a-z]+)/gi;
const BETWEEN_PARTS = /^(?:\s|,|\band\b)*$/i;

/**
 * Reads a duration: ISO 8601 (`P1DT2H`, `-PT30M`) or English words (`1 day 2 hours`, `1h 30m`,
 * `-2 weeks`). A leading minus is for the whole.
 */
export function parseDuration(text: string): Temporal.Duration {
  const input = text.trim();
  if (!/^[+-]?P/i.test(input)) return parseWords(input);
  try {
    return Temporal.Duration.from(input);
  } catch (cause) {
    throw notDuration(text, cause);
  }
}

function parseWords(text: string): Temporal.Duration {
  const negative = text.startsWith('-');
  const body = negative ? text.slice(1) : text;
  const parts = [...body.matchAll(PART)];
  if (parts.length === 0 || !BETWEEN_PARTS.test(body.replace(PART, ' '))) throw notDuration(text);
  const fields: Partial<Record<Unit, number>> = {};
  let fractionNs = 0;
  for (const [, whole = '', fraction = '', word = ''] of parts) {
    const unit = durationUnitOf(word);
    if (unit === undefined || fields[unit] !== undefined) throw notDuration(text);
    fields[unit] = Number(whole);
    if (fraction !== '') fractionNs += fractionOf(unit, fraction);
  }
  try {
    const duration = addFraction(Temporal.Duration.from(fields), fractionNs);
    return negative ? duration.negated() : duration;
  } catch (cause) {
    throw notDuration(text, cause);
  }
}

function fractionOf(unit: Unit, fraction: string): number {
  const length = NANOSECONDS[unit];
  if (length !== undefined) return Math.round(Number(`0${fraction}`) * length);
  throw new Error(
    `A fraction of ${unit} has no fixed length. Use whole ${unit}, or smaller units.`,
  );
}

function addFraction(duration: Temporal.Duration, nanoseconds: number): Temporal.Duration {
  if (nanoseconds === 0) return duration;
  const part = Temporal.Duration.from({ nanoseconds }).round({ largestUnit: 'hours' });
  return Temporal.Duration.from({
    years: duration.years,
    months: duration.months,
    weeks: duration.weeks,
    days: duration.days,
    hours: duration.hours + part.hours,
    minutes: duration.minutes + part.minutes,
    seconds: duration.seconds + part.seconds,
    milliseconds: duration.milliseconds + part.milliseconds,
    microseconds: part.microseconds,
    nanoseconds: part.nanoseconds,
  });
}

function notDuration(text: string, cause?: unknown): Error {
  return new Error(
    `"${text}" is not a duration. Write it as P1DT2H30M, or as 1 day 2 hours 30 minutes.`,
    { cause },
  );
}
