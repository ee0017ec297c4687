import { openStdioClient } from './clients/open-client.mjs';
import { compare, median, runInChild, timed } from './lib.mjs';

const CALLS = 5;
const ours = 'toolpool';
const peer = 'bare pipe';
const sdk = 'SDK v1';

/** One large text over stdio, from the call to the parsed result, as `call --raw` gets it. */
export const scenario = {
  id: 'S4',
  cases: [{ megabytes: 4 }, { megabytes: 16 }, { megabytes: 64 }],
  // The SDK's own transport closes the connection above 10 MB.
  sides: ({ megabytes }) => (megabytes < 10 ? [ours, peer, sdk] : [ours, peer]),
  rounds: 5,
  run: (side, parameters) => runInChild(import.meta.url, side, parameters),
  inChild: callOneSide,
  rows({ medians }, { megabytes }) {
    const what = `${megabytes} MB text over stdio`;
    const rows = [
      { ...compare(what, medians[ours].ms, medians[peer].ms, { atMost: 1.3 }), peerName: peer },
    ];
    if (medians[sdk]) {
      rows.push({ ...compare(what, medians[ours].ms, medians[sdk].ms, {}), peerName: sdk });
    }
    return rows;
  },
};

async function callOneSide(side, { megabytes }) {
  const bytes = megabytes * 1_000_000;
  const client = await openStdioClient(side);
  const call = async () => {
    const { content } = await client.callRaw('blob', { bytes });
    if (content[0].text.length !== bytes) throw new Error('The text is not whole.');
  };
  await call();
  const times = [];
  for (let number = 0; number < CALLS; number += 1) times.push((await timed(call)).ms);
  await client.close();
  return { ms: median(times) };
}
