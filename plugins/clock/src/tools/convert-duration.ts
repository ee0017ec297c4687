import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { balanceTime, formatDuration } from '../duration/format-duration.ts';
import { parseDuration } from '../duration/parse-duration.ts';
import { PURE, toolResult } from './tool-result.ts';

/** Registers `convert_duration`. */
export function registerConvertDuration(server: McpServer): void {
  server.registerTool(
    'convert_duration',
    {
      title: 'Convert duration',
      description: 'Convert a duration between ISO 8601, words and seconds.',
      inputSchema: {
        duration: z.string().describe('P1DT2H30M, 1 day 2 hours, 5400 s'),
      },
      outputSchema: {
        iso: z.string(),
        text: z.string(),
        totalSeconds: z
          .number()
          .optional()
          .describe('A day as 24 hours; absent with years or months, which have no fixed length'),
      },
      annotations: PURE,
      _meta: { 'anthropic/searchHint': 'parse format duration ISO 8601 human readable seconds' },
    },
    ({ duration }) => {
      const parsed = parseDuration(duration);
      const balanced = balanceTime(parsed);
      const total = totalSeconds(parsed);
      return toolResult({
        iso: balanced.toString(),
        text: formatDuration(balanced),
        ...(total === undefined ? {} : { totalSeconds: total }),
      });
    },
  );
}

function totalSeconds(duration: Temporal.Duration): number | undefined {
  if (duration.years !== 0 || duration.months !== 0) return undefined;
  const days = duration.weeks * 7 + duration.days;
  return duration.with({ weeks: 0, days }).total('seconds');
}
