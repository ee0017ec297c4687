#!/usr/bin/env node
/**
 * The client that the official conformance suite drives, written on the public API alone:
 * `node test/conformance/driver.mjs <server-url>`. The suite names the scenario in the environment.
 */
import { loadServerConfigs } from '@toolpool/config';
import { createHost } from '@toolpool/mcp-client';

const SERVER = 'conformance';

const call = (host, tool, args) => host.callTool(`mcp__${SERVER}__${tool}`, args);

/** What to do once connected and listed, by scenario; connecting alone is enough for the others. */
const SCENARIOS = {
  tools_call: (host) => call(host, 'add_numbers', { a: 5, b: 3 }),
  'sse-retry': (host) => call(host, 'test_reconnection', {}),
  'json-schema-2020-12-preservation': (host) => {
    const { inputJSONSchema: schema } = host
      .toolPool()
      .find(({ mcpInfo }) => mcpInfo?.toolName === 'json_schema_2020_12_tool');
    return call(host, 'json_schema_echo', { schema });
  },
};

const url = process.argv[2];
if (!url) throw new TypeError('Name the URL of the server.');
const { servers, mayConnect } = await loadServerConfigs({
  cwd: import.meta.dirname,
  strict: true,
  dynamic: [{ label: 'the suite', entries: { [SERVER]: { type: 'http', url } } }],
});
const host = createHost({ servers, mayConnect, onPermissionRequest: () => true });
try {
  const connection = await host.connect(SERVER);
  if (connection.type === 'failed') throw connection.error;
  await SCENARIOS[process.env.MCP_CONFORMANCE_SCENARIO]?.(host);
} finally {
  await host.close();
}
