import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import type { Clock } from '../time/clock.ts';
import { describeMoment, MomentSchema } from '../time/describe-moment.ts';
import { readDateTime } from '../time/read-date-time.ts';
import { requireTimeZone } from '../time/require-time-zone.ts';
import { PURE, toolResult } from './tool-result.ts';

/** Registers `convert_time`. */
export function registerConvertTime(server: McpServer, clock: Clock): void {
  server.registerTool(
    'convert_time',
    {
      title: 'Convert time',
      description:
        'Convert a date-time from one time zone to others, with clock changes resolved and explained.',
      inputSchema: {
        dateTime: z
          .string()
          .describe('2026-03-29T14:30, with an offset or without; a date; 14:30 (today); now'),
        from: z.string().optional().describe('Zone of the date-time. Default: the local zone'),
        to: z.array(z.string()).min(1).max(50).describe('Zones to convert to'),
        whenUnclear: z
          .enum(['compatible', 'earlier', 'later', 'reject'])
          .optional()
          .describe('Which one, when clocks skip or repeat this time'),
      },
      outputSchema: {
        source: MomentSchema,
        results: z.array(MomentSchema),
        notes: z.array(z.string()),
      },
      annotations: PURE,
      _meta: { 'anthropic/searchHint': 'time zone conversion UTC daylight saving DST meeting' },
    },
    ({ dateTime, from, to, whenUnclear }) => {
      const { moment, notes } = readDateTime(dateTime, clock, { timeZone: from, whenUnclear });
      return toolResult({
        source: describeMoment(moment),
        results: to.map((zone) => describeMoment(moment.withTimeZone(requireTimeZone(zone)))),
        notes,
      });
    },
  );
}
