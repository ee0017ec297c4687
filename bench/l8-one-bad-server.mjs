import { prepareCheapHost } from './clients/open-client.mjs';
import { compare, runInChild } from './lib.mjs';

const HEALTHY = 9;
const CALLS = 200;
const WARM_UP = 50;
const alone = 'alone';

/** The slowest calls of nine healthy servers, called all at once, beside a tenth that is not. */
export const scenario = {
  id: 'L8',
  cases: [{ bad: 'hang' }, { bad: 'stdout' }, { bad: 'stderr' }],
  sides: ({ bad }) => [bad, alone],
  rounds: 5,
  run: (side, parameters) => runInChild(import.meta.url, side, parameters),
  inChild: callOneSide,
  rows: ({ medians }, { bad }) => [
    {
      ...compare(`p99 beside one bad server: ${bad}`, medians[bad].p99, medians[alone].p99, {
        atMost: 2,
      }),
      peerName: 'without it',
    },
  ],
};

async function callOneSide(side) {
  const host = await prepareCheapHost(HEALTHY, side === alone ? undefined : side);
  const times = [];
  const callAll = async (server, count) => {
    for (let number = 0; number < count; number += 1) {
      const startedAt = performance.now();
      await host.call(server);
      times.push(performance.now() - startedAt);
    }
  };
  const callEveryone = (count) =>
    Promise.all(Array.from({ length: HEALTHY }, (_, server) => callAll(server, count)));
  await callEveryone(WARM_UP);
  times.length = 0;
  await callEveryone(CALLS);
  await host.close();
  times.sort((a, b) => a - b);
  return { p99: times[Math.floor(times.length * 0.99)] };
}
