import { openStdioClient } from './clients/open-client.mjs';
import { compare, runInChild, timed } from './lib.mjs';

const WARM_UP_BURSTS = 5;
const WARM_UP_CALLS = 1_000;
const CALLS = 10_000;
const ours = 'toolpool';
const peer = 'SDK v1';

/** All calls at once on one stdio server; each must come back with what it asked for. */
export const scenario = {
  id: 'S3',
  cases: [{}],
  sides: () => [ours, peer],
  rounds: 5,
  run: (side, parameters) => runInChild(import.meta.url, side, parameters),
  inChild: callOneSide,
  rows({ medians, samples }) {
    const [a, b] = [medians[ours], medians[peer]];
    const rows = [
      compare(`${CALLS} calls in flight over stdio`, a.ms, b.ms, { atLeast: 2 }),
      compare('the same, client CPU', a.cpuMs, b.cpuMs, { atMost: 0.5 }),
      compare('the same, peak memory', a.peakMb, b.peakMb, { atMost: 1, unit: 'MB' }),
      count('the same, calls lost', samples, 'lost'),
      count('the same, process warnings', samples, 'warnings'),
    ];
    return rows.map((row) => ({ ...row, peerName: peer }));
  },
};

/** The worst round counts. */
function count(what, samples, figure) {
  const worst = (side) => Math.max(...samples[side].map((sample) => sample[figure]));
  return {
    what,
    ours: String(worst(ours)),
    peer: String(worst(peer)),
    ratio: '',
    goal: '0',
    met: worst(ours) === 0,
  };
}

async function callOneSide(side) {
  const client = await openStdioClient(side);
  let lost = 0;
  const callOnce = async (number) => {
    const text = `call ${number}`;
    const answer = await client.call('echo', { text }).catch(() => undefined);
    if (answer?.content[0].text !== text) lost += 1;
  };
  const callAll = (count) =>
    Promise.all(Array.from({ length: count }, (_, number) => callOnce(number)));
  for (let burst = 0; burst < WARM_UP_BURSTS; burst += 1) await callAll(WARM_UP_CALLS);
  const measured = await timed(() => callAll(CALLS));
  await client.close();
  return { ...measured, lost };
}
