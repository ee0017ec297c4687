import { prepareCheapPool } from './clients/open-client.mjs';
import { compare, medianOfEach, runInChild, timed } from './lib.mjs';

const WARM_UP_STARTS = 3;
const STARTS = 5;
const ours = 'toolpool';
const peer = 'bare pipe';

/** From configured servers to a pool that can be called: gate, start, handshake, lists, tools. */
export const scenario = {
  id: 'S5',
  cases: [{ servers: 1 }, { servers: 10 }, { servers: 50 }],
  sides: () => [ours, peer],
  rounds: 5,
  run: (side, parameters) => runInChild(import.meta.url, side, parameters),
  inChild: startOneSide,
  rows({ medians }, { servers }) {
    const [a, b] = [medians[ours], medians[peer]];
    const what = `start of ${servers} stdio ${servers === 1 ? 'server' : 'servers'}`;
    return [
      compare(what, a.ms, b.ms, { atMost: 1.25 }),
      compare('the same, client CPU', a.cpuMs, b.cpuMs, { atMost: 2 }),
      compare('the same, first of the process', a.firstMs, b.firstMs, {}),
    ].map((row) => ({ ...row, peerName: peer }));
  },
};

async function startOneSide(side, { servers }) {
  const startPool = await prepareCheapPool(side, servers);
  const startOnce = async () => {
    let pool;
    const measured = await timed(async () => {
      pool = await startPool();
    });
    if (pool.tools.length !== servers) throw new Error(`${pool.tools.length} tools were found.`);
    await pool.close();
    return measured;
  };
  const first = await startOnce();
  for (let number = 1; number < WARM_UP_STARTS; number += 1) await startOnce();
  const starts = [];
  for (let number = 0; number < STARTS; number += 1) starts.push(await startOnce());
  return { ...medianOfEach(starts), firstMs: first.ms };
}
