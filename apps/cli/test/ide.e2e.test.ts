import { startFixtureSocketServer, startFixtureSseServer } from '@toolpool/testing';
import { expect, it } from 'vitest';
import { createProject } from './cli-project.ts';
import { runBin } from './run-bin.ts';

const inputSchema = { type: 'object' };
const names = ['executeCode', 'getDiagnostics', 'openDiff', 'close_tab'];
const script = {
  tools: names.map((name) => ({ name, inputSchema })),
  replies: { executeCode: { text: 400_000 } },
};

it('offers two tools of an IDE, over a WebSocket and over SSE, and all of a server named like one', async () => {
  await using socket = await startFixtureSocketServer(script);
  await using events = await startFixtureSseServer(script);
  const ide = { ideName: 'any', authToken: 'token-1' };
  await using project = createProject({
    '../home/mcp.json': {
      mcpServers: {
        editor: { type: 'ws-ide', url: socket.url, ...ide },
        other: { type: 'sse-ide', url: events.url, ...ide },
        ide: { type: 'ws', url: socket.url },
      },
    },
  });
  const env = { TOOLPOOL_HOME: project.home };
  const run = (...argv: string[]) => runBin(argv, { cwd: project.root, env });
  const listed = await run('tools', '--json');
  expect(listed.stderr).toBe('');
  const { tools } = JSON.parse(listed.stdout) as { tools: { name: string; server: string }[] };
  const offeredBy = (server: string) =>
    tools.filter((each) => each.server === server).map(({ name }) => name.split('__').at(-1));
  expect(offeredBy('editor')).toEqual(['executeCode', 'getDiagnostics']);
  expect(offeredBy('other')).toEqual(['executeCode', 'getDiagnostics']);
  expect(offeredBy('ide')).toEqual(names.toSorted());
  const tokens = socket.connections.map((headers) => headers['x-claude-code-ide-authorization']);
  expect(tokens.toSorted()).toEqual(['token-1', undefined]);

  const called = await run('call', 'editor/executeCode', '--json');
  expect(called.code).toBe(0);
  // What an IDE answers is for its user: nothing of it is cut.
  expect(called.stdout.length).toBeGreaterThan(400_000);
  const hidden = await run('call', 'editor/openDiff', '--json');
  expect(hidden.code).toBe(2);
  expect(JSON.parse(hidden.stdout).error.code).toBe('TOOLPOOL_TOOL_UNKNOWN');
});
