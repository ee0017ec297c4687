import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Clock } from './time/clock.ts';
import { registerAddDuration } from './tools/add-duration.ts';
import { registerConvertDuration } from './tools/convert-duration.ts';
import { registerConvertTime } from './tools/convert-time.ts';
import { registerCurrentTime } from './tools/current-time.ts';
import { registerListTimeZones } from './tools/list-time-zones.ts';
import { registerTimeDifference } from './tools/time-difference.ts';

/** Where the server takes the time from. */
export interface ClockOptions {
  /** The current time, in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** IANA name of the zone that counts as local. @default the system's zone */
  readonly timeZone?: string;
}

/** Creates the `clock` server; it starts when it is connected to a transport. */
export function createClockServer(options: ClockOptions = {}): McpServer {
  const clock: Clock = {
    now: options.now ?? Date.now,
    timeZone: options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const server = new McpServer(
    { name: 'clock', title: 'Clock', version: '0.1.0' },
    {
      instructions:
        'Date-times are ISO 8601, for example 2026-03-29T14:30. Time zones are IANA names, for example Europe/Berlin.',
    },
  );
  registerCurrentTime(server, clock);
  registerConvertTime(server, clock);
  registerAddDuration(server, clock);
  registerTimeDifference(server, clock);
  registerConvertDuration(server);
  registerListTimeZones(server, clock);
  return server;
}
