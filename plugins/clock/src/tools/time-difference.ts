import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { DURATION_UNITS } from '../duration/duration-units.ts';
import { formatDuration } from '../duration/format-duration.ts';
import type { Clock } from '../time/clock.ts';
import { describeMoment, MomentSchema } from '../time/describe-moment.ts';
import { differenceInUnits } from '../time/difference-in-units.ts';
import { readDateTime } from '../time/read-date-time.ts';
import { PURE, toolResult } from './tool-result.ts';

/** Registers `time_difference`. */
export function registerTimeDifference(server: McpServer, clock: Clock): void {
  server.registerTool(
    'time_difference',
    {
      title: 'Time difference',
      description: 'Measure the time between two date-times, as a duration and in chosen units.',
      inputSchema: {
        from: z.string().describe('ISO 8601, or now'),
        to: z.string().describe('ISO 8601, or now'),
        timeZone: z.string().optional().describe('Zone to count in. Default: the local zone'),
        units: z
          .array(z.enum(DURATION_UNITS))
          .min(1)
          .optional()
          .describe('Units of parts; the smallest has the fraction. Default: days, hours, minutes'),
      },
      outputSchema: {
        from: MomentSchema,
        to: MomentSchema,
        duration: z.string().describe('ISO 8601, from years to seconds'),
        text: z.string(),
        parts: z.partialRecord(z.enum(DURATION_UNITS), z.number()),
        totalSeconds: z.number(),
        notes: z.array(z.string()),
      },
      annotations: PURE,
      _meta: { 'anthropic/searchHint': 'elapsed time between dates age countdown how long until' },
    },
    ({ from, to, timeZone, units = ['days', 'hours', 'minutes'] }) => {
      const start = readDateTime(from, clock, { timeZone });
      const end = readDateTime(to, clock, { timeZone });
      const until = end.moment.withTimeZone(start.moment.timeZoneId);
      const duration = start.moment.until(until, { largestUnit: 'years' });
      return toolResult({
        from: describeMoment(start.moment),
        to: describeMoment(end.moment),
        duration: duration.toString(),
        text: formatDuration(duration),
        parts: differenceInUnits(start.moment, until, units),
        totalSeconds: start.moment.until(until).total('seconds'),
        notes: [...new Set([...start.notes, ...end.notes])],
      });
    },
  );
}
