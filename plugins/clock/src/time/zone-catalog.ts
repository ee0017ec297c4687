import { Temporal } from 'temporal-polyfill';
import { countriesByZone, currentZoneName, englishZoneName } from './zone-names.ts';

/** One time zone, as it is listed. */
export interface ListedZone {
  readonly timeZone: string;
  readonly name: string;
  readonly countries: readonly string[];
}

interface IndexedZone extends ListedZone {
  readonly words: string;
}

let index: readonly IndexedZone[] | undefined;

/**
 * Finds the time zones that match every word of a query, in name order: words of the zone's name, of
 * its English name or of its countries, or an offset at the moment `epochMs`, as `+05:30`. Parts of
 * words count when no zone has the whole ones, so that India is not Indianapolis.
 */
export function searchTimeZones(query: string, epochMs: number): readonly ListedZone[] {
  index ??= buildIndex(epochMs);
  const terms = fold(query).split(' ').filter(Boolean);
  const words = terms.filter((term) => !isOffset(term));
  const offsets = terms.filter(isOffset);
  const whole = index.filter((zone) => words.every((word) => zone.words.includes(` ${word} `)));
  const found =
    whole.length > 0
      ? whole
      : index.filter((zone) => words.every((word) => zone.words.includes(word)));
  return found.filter(({ timeZone }) =>
    offsets.every((offset) => offsetAt(timeZone, epochMs).startsWith(offset)),
  );
}

/** A zone's offset from UTC at a moment, as `+05:30`. */
export function offsetAt(timeZone: string, epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).offset;
}

function buildIndex(epochMs: number): readonly IndexedZone[] {
  const countries = countriesByZone();
  // ICU does not list UTC; a later one might.
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
    .map((icuName): IndexedZone => {
      const timeZone = currentZoneName(icuName);
      const generic = englishZoneName(timeZone, epochMs, 'longGeneric');
      const named = !generic.startsWith('GMT');
      const name = named ? generic : englishZoneName(timeZone, epochMs, 'long');
      const places = [...(countries.get(icuName) ?? [])];
      const words = fold([timeZone, icuName, name, ...places].join(' '));
      return { timeZone, name, countries: places, words: ` ${words} ` };
    })
    .sort((left, right) => (left.timeZone < right.timeZone ? -1 : 1));
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_/,()]+/g, ' ')
    .trim();
}

function isOffset(term: string): boolean {
  return /^[+-]\d/.test(term);
}
