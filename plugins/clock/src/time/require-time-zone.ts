import { Temporal } from 'temporal-polyfill';
import { searchTimeZones } from './zone-catalog.ts';

const MAX_SUGGESTIONS = 3;

/**
 * Checks a time zone's name: IANA, in any letter case, or an offset as `+05:30`. Returns it as it is
 * written in the database; an error says which zones were probably meant.
 */
export function requireTimeZone(name: string): string {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name.trim()).timeZoneId;
  } catch {
    throw new Error(`There is no time zone "${name}". ${suggestion(name)}`);
  }
}

function suggestion(name: string): string {
  const found = searchTimeZones(name, Date.now()).slice(0, MAX_SUGGESTIONS);
  if (name.trim() === '' || found.length === 0) return 'Find its name with list_time_zones.';
  return `Did you mean ${found.map(({ timeZone }) => timeZone).join(' or ')}?`;
}
