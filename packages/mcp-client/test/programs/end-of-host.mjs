// Connects one server, in the state that its first argument names, and then ends as its second says.
import { hashServerConfig, parseServerConfig } from '@toolpool/config';
import { closeOnExit, createHost } from '@toolpool/mcp-client';

const [stage, end, entry] = process.argv.slice(2);
const { config } = parseServerConfig(JSON.parse(entry));
const directory = process.cwd();
const server = {
  name: 'fixture',
  scope: 'dynamic',
  source: { label: 'test' },
  directory,
  workingDirectory: directory,
  config,
  hash: hashServerConfig(config),
};

if (end.startsWith('SIG')) closeOnExit();
const host = createHost({ servers: [server] });
if (stage === 'call') {
  await host.ready();
  host.callTool('mcp__fixture__work').catch(() => undefined);
}
process.stdout.write('ready\n');
process.stdin.once('data', () => {
  if (end === 'exit') process.exit(7);
  if (end === 'throw') throw new Error('uncaught');
});
