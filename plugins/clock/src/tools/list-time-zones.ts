import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import type { Clock } from '../time/clock.ts';
import { offsetAt, searchTimeZones } from '../time/zone-catalog.ts';
import { PURE, toolResult } from './tool-result.ts';

/** Registers `list_time_zones`. */
export function registerListTimeZones(server: McpServer, clock: Clock): void {
  server.registerTool(
    'list_time_zones',
    {
      title: 'List time zones',
      description: 'Find IANA time zones by city, country, name or offset; without a query, all.',
      inputSchema: {
        query: z
          .string()
          .optional()
          .describe('Words, all of which must match: berlin, India, +05:30'),
        limit: z.number().int().min(1).max(500).optional().describe('Default 50'),
        cursor: z.string().optional().describe('nextCursor of the page before'),
      },
      outputSchema: {
        timeZones: z.array(
          z.object({
            timeZone: z.string(),
            utcOffset: z.string().describe('At present'),
            name: z.string(),
            countries: z.array(z.string()),
          }),
        ),
        total: z.number(),
        nextCursor: z.string().optional(),
      },
      annotations: PURE,
      _meta: { 'anthropic/searchHint': 'IANA timezone name of a city or country utc offset' },
    },
    ({ query = '', limit = 50, cursor = '' }) => {
      const now = clock.now();
      const found = searchTimeZones(query, now);
      // The cursor is the last name given, so that a page stays right when the list grows.
      const rest = found.filter(({ timeZone }) => timeZone > cursor);
      const page = rest.slice(0, limit);
      const last = page.at(-1);
      return toolResult({
        timeZones: page.map(({ timeZone, name, countries }) => ({
          timeZone,
          utcOffset: offsetAt(timeZone, now),
          name,
          countries: [...countries],
        })),
        total: found.length,
        ...(rest.length > limit && last ? { nextCursor: last.timeZone } : {}),
      });
    },
  );
}
