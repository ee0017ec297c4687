import { openStdioClient } from './clients/open-client.mjs';
import { compare, runInChild, timed } from './lib.mjs';

const WARM_UP = 500;
const CALLS = 5_000;
const ours = 'toolpool';
const peer = 'SDK v1';

/** One call after the other on one stdio server; either figure meets the goal. */
export const scenario = {
  id: 'S2',
  cases: [{}],
  sides: () => [ours, peer],
  rounds: 7,
  run: (side, parameters) => runInChild(import.meta.url, side, parameters),
  inChild: callOneSide,
  rows({ medians }) {
    const time = compare(`${CALLS} calls over stdio`, medians[ours].ms, medians[peer].ms, {
      atLeast: 1.1,
    });
    const cpu = compare('the same, client CPU', medians[ours].cpuMs, medians[peer].cpuMs, {
      atMost: 0.9,
    });
    const met = time.met || cpu.met;
    return [
      { ...time, goal: `${time.goal} or`, met, peerName: peer },
      { ...cpu, met, peerName: peer },
    ];
  },
};

async function callOneSide(side) {
  const client = await openStdioClient(side);
  const callAll = async (count) => {
    for (let number = 0; number < count; number += 1) await client.call('echo', { text: 'hello' });
  };
  await callAll(WARM_UP);
  const measured = await timed(() => callAll(CALLS));
  await client.close();
  return measured;
}
