import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { expectTypeOf, it } from 'vitest';
import { definePlugin, type InProcessServer, type PluginDefinition } from '../src/index.ts';

const about = { apiVersion: 1, name: 'clock', version: '1.0.0' } as const;
const server = new McpServer({ name: 'clock', version: '1.0.0' });

it('takes the SDK’s server objects', () => {
  expectTypeOf(server).toExtend<InProcessServer>();
});

it('gives a plain definition', () => {
  const plugin = definePlugin({
    ...about,
    mcpServers: { here: { type: 'sdk' }, there: { command: 'node', args: ['x.js'] } },
    createServers: async ({ userConfig }) => {
      expectTypeOf(userConfig.region).toEqualTypeOf<string | number | boolean | undefined>();
      return { here: server };
    },
  });
  expectTypeOf(plugin).toExtend<PluginDefinition>();
});

it('wants every entry of type sdk from createServers, and no other', () => {
  definePlugin({
    ...about,
    mcpServers: { here: { type: 'sdk' }, there: { command: 'node' } },
    // @ts-expect-error: no "here"
    createServers: () => ({}),
  });
  definePlugin({
    ...about,
    mcpServers: { here: { type: 'sdk' } },
    // @ts-expect-error: not a server
    createServers: () => ({ here: {} }),
  });
});

it('knows one version of the contract', () => {
  // @ts-expect-error: version 2
  definePlugin({ ...about, apiVersion: 2 });
  // @ts-expect-error: not a kind of setting
  definePlugin({ ...about, userConfig: { key: { type: 'colour', title: 'Key' } } });
});
