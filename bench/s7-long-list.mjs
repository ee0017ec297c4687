import { prepareLongList } from './clients/open-client.mjs';
import { compare, medianOfEach, runInChild, timedWithBlocks } from './lib.mjs';

const TOOLS = 10_000;
const WARM_UP_LISTS = 1;
const LISTS = 5;
const MAX_BLOCK_MS = 50;
const ours = 'toolpool';
const peer = 'bare pipe';
const sdk = 'SDK v1';

/** One page of 10,000 tools, 6.5 MB: how long it takes, and for how long nothing else can run. */
export const scenario = {
  id: 'S7',
  cases: [{ outputSchemas: false }, { outputSchemas: true }],
  sides: () => [ours, peer, sdk],
  rounds: 5,
  run: (side, parameters) => runInChild(import.meta.url, side, parameters),
  inChild: listOneSide,
  rows({ medians }, { outputSchemas }) {
    const [a, b, c] = [medians[ours], medians[peer], medians[sdk]];
    const what = `list of ${TOOLS} tools${outputSchemas ? ' with output schemas' : ''}`;
    const block = 'the same, longest block';
    return [
      { ...compare(what, a.ms, b.ms, { atMost: 2 }), peerName: peer },
      { ...compare(what, a.ms, c.ms, {}), peerName: sdk },
      {
        ...compare(block, a.blockMs, b.blockMs, {}),
        goal: `<= ${MAX_BLOCK_MS} ms`,
        met: a.blockMs <= MAX_BLOCK_MS,
        peerName: peer,
      },
      { ...compare(block, a.blockMs, c.blockMs, {}), peerName: sdk },
    ];
  },
};

async function listOneSide(side, { outputSchemas }) {
  const listOnce = async () => {
    const { listTools, close } = await prepareLongList(side, outputSchemas);
    let count = 0;
    const measured = await timedWithBlocks(async () => {
      count = await listTools();
    });
    if (count !== TOOLS) throw new Error(`${count} tools were found.`);
    await close();
    return measured;
  };
  for (let number = 0; number < WARM_UP_LISTS; number += 1) await listOnce();
  const lists = [];
  for (let number = 0; number < LISTS; number += 1) lists.push(await listOnce());
  return medianOfEach(lists);
}
