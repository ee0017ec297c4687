import { fileURLToPath } from 'node:url';
import { createFolders } from './folders.mjs';
import { childEnvironment, compare, runCommand } from './lib.mjs';

const bin = fileURLToPath(new URL('../apps/cli/dist/bin.js', import.meta.url));
const project = fileURLToPath(new URL('../examples/quickstart', import.meta.url));
const { home } = createFolders();
const ours = 'toolpool';
const peer = 'node -e 0';

const commandOf = (side, { words }) => (side === ours ? [bin, ...words] : ['-e', '0']);

/** Start to end of commands that need no server, over an empty run of the same Node. */
export const scenario = {
  id: 'S8',
  cases: [
    { words: ['--help'], atMost: 1.7, expected: 'Usage' },
    { words: ['list', '--offline'], atMost: 2.5, expected: 'everything' },
  ],
  sides: () => [ours, peer],
  rounds: 21,
  run: (side, parameters) =>
    runCommand({
      command: process.execPath,
      args: commandOf(side, parameters),
      cwd: project,
      env: childEnvironment({ TOOLPOOL_HOME: home }),
      expected: side === ours ? parameters.expected : '',
    }),
  rows: ({ medians }, { words, atMost }) => [
    {
      ...compare(`toolpool ${words.join(' ')}`, medians[ours].ms, medians[peer].ms, { atMost }),
      peerName: peer,
    },
  ],
};
