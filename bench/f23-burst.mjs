import { openBurstClient } from './clients/open-client.mjs';
import { compare, runInChild, timedWithBlocks } from './lib.mjs';

const NOTIFICATIONS = 200_000;
const MAX_P99_MS = 100;
const WARM_UP = 50;
const ours = 'toolpool';
const peer = 'SDK v1';

/** Calls of a stdio server that pours out notifications: how long they take, and what it holds up. */
export const scenario = {
  id: 'F23',
  cases: [{}],
  sides: () => [ours, peer],
  rounds: 5,
  run: (side, parameters) => runInChild(import.meta.url, side, parameters),
  inChild: callOneSide,
  rows({ medians }) {
    const [a, b] = [medians[ours], medians[peer]];
    const burst = `burst of ${NOTIFICATIONS} notifications`;
    return [
      {
        ...compare(`p99 of calls in a ${burst}`, a.p99, b.p99, {}),
        goal: `<= ${MAX_P99_MS} ms`,
        met: a.p99 <= MAX_P99_MS,
        peerName: peer,
      },
      { ...compare('the same, longest block', a.blockMs, b.blockMs, {}), peerName: peer },
      { ...compare('the same, until it is over', a.ms, b.ms, {}), peerName: peer },
    ];
  },
};

async function callOneSide(side) {
  const { callRaw, close } = await openBurstClient(side);
  const state = async () => (await callRaw('state', {})).content[0].text;
  for (let number = 0; number < WARM_UP; number += 1) await state();
  const times = [];
  const measured = await timedWithBlocks(async () => {
    await callRaw('burst', { notifications: NOTIFICATIONS });
    for (let now = 'pouring'; now === 'pouring'; ) {
      const startedAt = performance.now();
      now = await state();
      times.push(performance.now() - startedAt);
    }
  });
  await close();
  times.sort((a, b) => a - b);
  return { ...measured, p99: times[Math.floor(times.length * 0.99)] };
}
