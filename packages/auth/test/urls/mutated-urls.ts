import fc from 'fast-check';
import { ACCEPTED, REFUSED, SSRF_TARGETS } from './corpus.ts';

/** What parsers of URLs and shells disagree about. */
const PIECES = ['@', '\\', '\n', '\u0000', '%00', '$(x)', '&', '://', '//', '[', '\u200b'].concat([
  '\u202e',
  ' ',
  "'",
  '"',
  '`',
  ';',
  '#',
  '?',
  '\ud800',
  '0x',
  '%2f',
  '.',
]);

/** URLs of the corpus with a piece put in, or in place of up to three characters. */
export function mutatedUrls(count: number): readonly string[] {
  const seeds = [...REFUSED.filter(({ length }) => length < 200), ...ACCEPTED, ...SSRF_TARGETS];
  const mutation = fc.record({
    seed: fc.constantFrom(...seeds),
    at: fc.integer({ min: 0, max: 999 }),
    piece: fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4, unit: 'binary' })),
    drop: fc.nat(3),
  });
  return fc.sample(mutation, count).map(({ seed, at, piece, drop }) => {
    const start = at % (seed.length + 1);
    return seed.slice(0, start) + piece + seed.slice(start + drop);
  });
}
