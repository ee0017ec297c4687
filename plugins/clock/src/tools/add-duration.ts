import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { parseDuration } from '../duration/parse-duration.ts';
import { addToMoment } from '../time/add-to-moment.ts';
import type { Clock } from '../time/clock.ts';
import { describeMoment, MomentSchema } from '../time/describe-moment.ts';
import { readDateTime } from '../time/read-date-time.ts';
import { PURE, toolResult } from './tool-result.ts';

/** Registers `add_duration`. */
export function registerAddDuration(server: McpServer, clock: Clock): void {
  server.registerTool(
    'add_duration',
    {
      title: 'Add duration',
      description:
        'Add a duration to a date-time, or subtract a negative one, by the calendar of its time zone.',
      inputSchema: {
        dateTime: z.string().describe('ISO 8601, or now'),
        duration: z.string().describe('P1M2DT3H, 90 minutes, -2 weeks'),
        timeZone: z.string().optional().describe('Zone to count in. Default: the local zone'),
      },
      outputSchema: {
        start: MomentSchema,
        duration: z.string(),
        result: MomentSchema,
        notes: z.array(z.string()),
      },
      annotations: PURE,
      _meta: { 'anthropic/searchHint': 'date arithmetic deadline plus minus days from now ago' },
    },
    ({ dateTime, duration, timeZone }) => {
      const start = readDateTime(dateTime, clock, { timeZone });
      const length = parseDuration(duration);
      const end = addToMoment(start.moment, length);
      return toolResult({
        start: describeMoment(start.moment),
        duration: length.toString(),
        result: describeMoment(end.moment),
        notes: [...start.notes, ...end.notes],
      });
    },
  );
}
