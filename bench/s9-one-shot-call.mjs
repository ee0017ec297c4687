import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFolders } from './folders.mjs';
import { childEnvironment, compare, runCommand } from './lib.mjs';
import { installNode24 } from './node-24.mjs';

const bin = fileURLToPath(new URL('../apps/cli/dist/bin.js', import.meta.url));
const server = fileURLToPath(new URL('../packages/testing/src/cheap-server.sh', import.meta.url));
const ours = 'toolpool';
const peer = 'mcporter 0.12';

/** The same server in the same file for both, which also keeps mcporter from reading other hosts'. */
function writeConfig() {
  const { project, home } = createFolders();
  const file = join(home, 'servers.json');
  const mcpServers = { bench: { command: 'sh', args: [server] } };
  writeFileSync(file, JSON.stringify({ mcpServers, imports: [] }));
  return { project, home, file };
}

let prepared;

function prepare() {
  prepared ??= { ...installNode24(), ...writeConfig() };
  return prepared;
}

function wordsOf(side, { mcporter, file }) {
  return side === ours
    ? [bin, 'call', 'bench/echo', 'text=hi', '--mcp-config', file]
    : [mcporter, '--config', file, 'call', 'bench.echo', 'text=hi'];
}

/** A whole process that connects, calls once and ends, both on Node 24. */
export const scenario = {
  id: 'S9',
  cases: [{}],
  sides: () => [ours, peer],
  rounds: 15,
  run(side) {
    const { node, project, home } = prepare();
    return runCommand({
      command: node,
      args: wordsOf(side, prepare()),
      cwd: project,
      env: childEnvironment({ HOME: home, TOOLPOOL_HOME: home }),
      expected: 'hi',
    });
  },
  rows: ({ medians }) => [
    {
      ...compare('one call, whole process', medians[ours].ms, medians[peer].ms, { atMost: 0.5 }),
      peerName: peer,
    },
  ],
};
