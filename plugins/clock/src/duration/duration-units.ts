/** Units of a duration, largest first, with their names in text. */
export const DURATION_UNITS = [
  'years',
  'months',
  'weeks',
  'days',
  'hours',
  'minutes',
  'seconds',
] as const;

export type DurationUnit = (typeof DURATION_UNITS)[number];

const NAMES: ReadonlyMap<string, DurationUnit | 'milliseconds'> = new Map([
  ...names('years', 'y yr yrs year'),
  ...names('months', 'mo mos month'),
  ...names('weeks', 'w wk wks week'),
  ...names('days', 'd day'),
  ...names('hours', 'h hr hrs hour'),
  ...names('minutes', 'm min mins minute'),
  ...names('seconds', 's sec secs second'),
  ...names('milliseconds', 'ms msec millisecond'),
]);

/** The unit that a word means; `undefined` for other words. */
export function durationUnitOf(word: string): DurationUnit | 'milliseconds' | undefined {
  return NAMES.get(word.toLowerCase());
}

function names<Unit extends string>(unit: Unit, short: string): [string, Unit][] {
  return [unit, ...short.split(' ')].map((name) => [name, unit]);
}
