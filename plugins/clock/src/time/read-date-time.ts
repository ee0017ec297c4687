import { Temporal } from 'temporal-polyfill';
import type { Clock } from './clock.ts';
import { requireTimeZone } from './require-time-zone.ts';
import { type ReadMoment, resolveLocal, type WhenUnclear } from './resolve-local.ts';

export interface ReadDateTimeOptions {
  /** Zone of a text that names none; also the zone the result is expressed in. */
  readonly timeZone?: string | undefined;
  /** @default 'compatible' */
  readonly whenUnclear?: WhenUnclear | undefined;
}

const TIME_ONLY = /^T?\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/i;

/**
 * Reads a date-time: `now`, ISO 8601 with an offset or a `[zone]`, a local date-time, a date (its
 * first moment) or a time of today. What the text itself says wins over `timeZone`; without either it
 * is the clock's local zone.
 */
export function readDateTime(
  text: string,
  clock: Clock,
  { timeZone, whenUnclear = 'compatible' }: ReadDateTimeOptions = {},
): ReadMoment {
  const input = text.trim();
  const zone = timeZone === undefined ? undefined : requireTimeZone(timeZone);
  const [, base = input, bracket] = /^([^[]+)\[([^\]=]+)\]$/.exec(input) ?? [];
  const written = bracket === undefined ? undefined : requireTimeZone(bracket);
  const exact = /^now$/i.test(base) ? now(clock) : readExact(base, written);
  if (exact !== undefined) return { moment: zone ? exact.withTimeZone(zone) : exact, notes: [] };
  const place = written ?? zone ?? clock.timeZone;
  const today = now(clock).withTimeZone(place).toPlainDate();
  const read = resolveLocal(readLocal(base, today), place, whenUnclear);
  return zone ? { ...read, moment: read.moment.withTimeZone(zone) } : read;
}

function now(clock: Clock): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(clock.now());
  return instant.toZonedDateTimeISO(clock.timeZone);
}

/** Reads a text that names its offset; `undefined` when it names none. */
function readExact(
  text: string,
  writtenZone: string | undefined,
): Temporal.ZonedDateTime | undefined {
  const instant = attempt(() => Temporal.Instant.from(text));
  if (instant === undefined) return undefined;
  const offset = /[+-]\d{2}(?::?\d{2})?$/.exec(text)?.[0] ?? 'UTC';
  const moment = instant.toZonedDateTimeISO(writtenZone ?? offset);
  if (writtenZone !== undefined && offset !== 'UTC' && !sameOffset(moment.offset, offset)) {
    throw new Error(
      `"${text}" says ${offset}, but ${writtenZone} is at ${moment.offset} then. Leave out one of them.`,
    );
  }
  return moment;
}

function sameOffset(left: string, right: string): boolean {
  const digits = (offset: string) => offset.replace(':', '').padEnd(5, '0');
  return digits(left) === digits(right);
}

function readLocal(text: string, today: Temporal.PlainDate): Temporal.PlainDateTime {
  const local = TIME_ONLY.test(text)
    ? attempt(() => today.toPlainDateTime(Temporal.PlainTime.from(text)))
    : attempt(() => Temporal.PlainDateTime.from(text));
  if (local !== undefined) return local;
  throw new Error(
    `"${text}" is not a date-time. Write it as 2026-03-29T14:30, 2026-03-29T14:30+02:00, 2026-03-29, 14:30 (today) or now.`,
  );
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
