import { openStdioClient } from './clients/open-client.mjs';
import { compare, runInChild, timed } from './lib.mjs';

const WARM_UP = 500;
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
  for (let number = 0; number < WARM_UP; number += 1) await client.call('echo', { text: 'hello' });
  let lost = 0;
  const callOnce = async (number) => {
    const text = `call ${number}`;
    const answer = await client.call('echo', { text }).catch(() => undefined);
    if (answer?.content[0].text !== text) lost += 1;
  };
  const measured = await timed(() =>
    Promise.all(Array.from({ length: CALLS }, (_, number) => callOnce(number))),
  );
  await client.close();
  return { ...measured, lost };
}
