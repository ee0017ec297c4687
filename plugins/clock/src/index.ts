import { definePlugin } from '@toolpool/plugin-kit';
import { createClockServer } from './create-clock-server.ts';

export { type ClockOptions, createClockServer } from './create-clock-server.ts';

// biome-ignore lint/style/noDefaultExport: a plugin is its module's default export
export default definePlugin({
  apiVersion: 1,
  name: 'clock',
  version: '0.1.0',
  description: 'Current time, time zones, conversions and durations',
  mcpServers: { clock: { type: 'sdk' } },
  createServers: () => ({ clock: createClockServer() }),
});
