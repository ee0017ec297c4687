import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { englishZoneName } from './zone-names.ts';

const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** A moment in one time zone, as the tools return it. */
export const MomentSchema = z.object({
  timeZone: z.string().describe('IANA name, or an offset'),
  dateTime: z.string().describe('ISO 8601 with the offset'),
  weekday: z.enum(WEEKDAYS),
  zoneName: z.string().describe('Name of the time in force, for example of summer time'),
});

export type Moment = z.output<typeof MomentSchema>;

/** Describes a moment for a tool's result. */
export function describeMoment(moment: Temporal.ZonedDateTime): Moment {
  return {
    timeZone: moment.timeZoneId,
    dateTime: formatMoment(moment),
    weekday: WEEKDAYS[moment.dayOfWeek - 1] ?? 'Monday',
    zoneName: englishZoneName(moment.timeZoneId, moment.epochMilliseconds, 'long'),
  };
}

/** ISO 8601 with the offset and without the zone, as other programs read it. */
function formatMoment(moment: Temporal.ZonedDateTime): string {
  return moment.toString({ timeZoneName: 'never' });
}
