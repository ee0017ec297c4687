import { definePlugin } from '@toolpool/plugin-kit';

// biome-ignore lint/style/noDefaultExport: a plugin is its module's default export
export default definePlugin({
  apiVersion: 1,
  name: 'clock',
  version: '0.1.0',
  description: 'Current time, time zones, conversions and durations',
  mcpServers: { clock: { type: 'sdk' } },
  async createServers() {
    // A host that only lists its servers does not wait for what this one needs.
    const { createClockServer } = await import('./create-clock-server.ts');
    return { clock: createClockServer() };
  },
});
