import { openInProcessClient } from './clients/open-client.mjs';
import { compare, runInChild, timed } from './lib.mjs';

const WARM_UP = 5_000;
const CALLS = 20_000;
const ours = 'toolpool';
const peer = 'SDK v1';

/** Sequential calls through pool, permission, call and result, against the bare SDK client. */
export const scenario = {
  id: 'S1',
  cases: [{}],
  sides: () => [ours, peer],
  rounds: 5,
  run: (side, parameters) => runInChild(import.meta.url, side, parameters),
  inChild: callOneSide,
  rows: ({ medians }) => [
    {
      ...compare(`${CALLS} calls in process`, medians[ours].ms, medians[peer].ms, {
        atLeast: 0.95,
      }),
      peerName: peer,
    },
  ],
};

async function callOneSide(side) {
  const client = await openInProcessClient(side);
  const callAll = async (count) => {
    for (let number = 0; number < count; number += 1) await client.call('echo', { text: 'hello' });
  };
  await callAll(WARM_UP);
  const measured = await timed(() => callAll(CALLS));
  await client.close();
  return measured;
}
