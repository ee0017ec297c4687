import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { Clock } from '../time/clock.ts';
import { describeMoment, MomentSchema } from '../time/describe-moment.ts';
import { requireTimeZone } from '../time/require-time-zone.ts';
import { PURE, toolResult } from './tool-result.ts';

/** Registers `current_time`. */
export function registerCurrentTime(server: McpServer, clock: Clock): void {
  server.registerTool(
    'current_time',
    {
      title: 'Current time',
      description: 'Get the current date and time in one or several time zones.',
      inputSchema: {
        timeZones: z
          .array(z.string())
          .min(1)
          .max(50)
          .optional()
          .describe('IANA names, for example Europe/Berlin. Default: the local zone'),
      },
      outputSchema: {
        utc: z.string(),
        unixSeconds: z.number(),
        isoWeek: z.string().describe('Week of the first time, for example 2026-W49'),
        times: z.array(MomentSchema),
      },
      annotations: PURE,
      _meta: {
        'anthropic/alwaysLoad': true,
        'anthropic/searchHint': 'now today date time clock weekday week number',
      },
    },
    ({ timeZones = [clock.timeZone] }) => {
      const instant = Temporal.Instant.fromEpochMilliseconds(clock.now());
      const moments = timeZones.map((zone) => instant.toZonedDateTimeISO(requireTimeZone(zone)));
      return toolResult({
        utc: instant.toString(),
        unixSeconds: Math.floor(instant.epochMilliseconds / 1000),
        isoWeek: isoWeek(moments[0] ?? instant.toZonedDateTimeISO('UTC')),
        times: moments.map(describeMoment),
      });
    },
  );
}

function isoWeek({ yearOfWeek, weekOfYear }: Temporal.ZonedDateTime): string {
  return `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`;
}
