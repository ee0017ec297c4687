import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { prepareCheapPool } from './clients/open-client.mjs';
import { compare, runInChild } from './lib.mjs';

const SERVERS = 50;
const ours = 'toolpool';
const peer = 'SDK v1';

/** What a connected server that nobody calls holds of this process's memory. */
export const scenario = {
  id: 'S13',
  cases: [{}],
  sides: () => [ours, peer],
  rounds: 5,
  run: (side, parameters) => runInChild(import.meta.url, side, parameters),
  inChild: holdOneSide,
  rows: ({ medians }) => [
    {
      ...compare('memory per idle stdio server', medians[ours].idleKb, medians[peer].idleKb, {
        atMost: 1.2,
        unit: 'kB',
      }),
      peerName: peer,
    },
  ],
};

async function holdOneSide(side) {
  const startPool = await prepareCheapPool(side, SERVERS);
  // What the first start loads and compiles is not what a server costs.
  for (let start = 0; start < 2; start += 1) await (await startPool()).close();
  const before = await usedBytes();
  const pool = await startPool();
  const after = await usedBytes();
  if (pool.tools.length !== SERVERS) throw new Error(`${pool.tools.length} tools were found.`);
  await pool.close();
  return { idleKb: (after - before) / 1000 / SERVERS };
}

/** Heap and external memory after collections that have nothing left to do. */
async function usedBytes() {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  for (let round = 0; round < 4; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
