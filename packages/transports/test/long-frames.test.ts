import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { startScript } from './stdio-fixture.ts';

/** Writes the text it is sent, cut at the given places, and then the answer. */
const CUT_SERVER = `
  const { setImmediate: turn } = require('node:timers/promises');
  require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, params } = JSON.parse(line);
    const bytes = Buffer.from(params.text);
    let start = 0;
    for (const fraction of [...params.cuts.sort((a, b) => a - b), 1]) {
      const end = Math.floor(fraction * bytes.length);
      process.stdout.write(bytes.subarray(start, end));
      start = end;
      await turn();
    }
    process.stdout.write('\\n' + JSON.stringify({ jsonrpc: '2.0', id, result: {} }) + '\\n');
  });
`;

/** Longer than any frame that is parsed in one go. */
const LONG = ' '.repeat(300_000);
/** Longer than a group of items. */
const GAP = ' '.repeat(70_000);

const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'grapheme' }).map(escapeMuch));
const items = fc.array(value, { maxLength: 6 });
const gaps = fc.constantFrom('', ' ', GAP);
const key = fc.oneof(fc.constantFrom('tools', 'content', '__proto__', 'a,]}'), fc.string());
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });

/** A message whose members hold lists of items far apart. */
const message = fc
  .record({ lists: fc.array(fc.tuple(key, items), { maxLength: 3 }), gap: gaps, rest: value })
  .map(({ lists, gap, rest }) => {
    const members = lists.map(([name, each]) => {
      const list = each.map((item) => JSON.stringify(item)).join(`,${gap}`);
      return `${JSON.stringify(name)}:[${gap}${list}]`;
    });
    const params = [...members, `"rest":${JSON.stringify(rest)}`].join(',');
    return `{"jsonrpc":"2.0",${LONG}"method":"n","params":{${params}}}`;
  });

/** Text that is mostly quotes and backslashes, over the length that is walked through. */
function escapeMuch(text: string): string {
  return `${text}\\"`.repeat(40);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('long messages over stdio', () => {
  const shared = startScript(CUT_SERVER);
  afterAll(async () => (await shared).transport.close());

  const send = async (text: string, fractions: readonly number[]) => {
    const server = await shared;
    const { length } = server.messages;
    const { skippedLines } = server.transport.diagnostics();
    await server.request('write', { text, cuts: fractions });
    return {
      received: server.messages.slice(length, -1),
      skipped: server.transport.diagnostics().skippedLines - skippedLines,
    };
  };

  it('are what JSON.parse would make of them, however they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(message, cuts, async (text, fractions) => {
        const { received, skipped } = await send(text, fractions);
        expect(received).toEqual([JSON.parse(text)]);
        expect(skipped).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('are skipped exactly when JSON.parse refuses them', async () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    const mark = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '0', ' ', ',]', '');
    await fc.assert(
      fc.asyncProperty(message, place, mark, cuts, async (text, fraction, put, fractions) => {
        const marks = [...text.matchAll(/[[\]{},:"]/g)];
        const at = marks[Math.floor(fraction * marks.length)]?.index ?? 0;
        const changed = text.slice(0, at) + put + text.slice(at + 1);
        const expected = parse(changed);
        const isMessage = (expected as { jsonrpc?: unknown } | undefined)?.jsonrpc === '2.0';
        const { received, skipped } = await send(changed, fractions);
        expect(skipped).toBe(isMessage ? 0 : 1);
        // What is in a message that is no longer in order is for others to judge.
        if (isMessage && 'params' in (expected as object)) expect(received).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['a comma after the last item', `[1,${GAP}2,${GAP}]`],
    ['a comma before the first', `[${GAP},1]`],
    ['a comma for an item', `[1,${GAP},${GAP}2]`],
    ['the wrong bracket', `[1,${GAP}2}`],
    ['no end', `[1,${GAP}2`],
  ])('are skipped with %s in a list', async (_, list) => {
    const text = `{"jsonrpc":"2.0","method":"n","params":{${LONG}"tools":${list}}}`;
    expect(await send(text, [])).toMatchObject({ received: [], skipped: 1 });
  });

  it('of other shapes are read as well', async () => {
    const inList = `[{"jsonrpc":"2.0","method":"a","params":{${LONG}"tools":[1]}},[2]]`;
    expect(await send(inList, [])).toMatchObject({
      received: [{ method: 'a', params: { tools: [1] } }],
      skipped: 1,
    });
    const deep = `{"jsonrpc":"2.0","method":"b","params":{"a":{"list":[[${LONG}1],[0]]}}}`;
    expect((await send(`\uFEFF${deep}\r`, [0.5])).received).toMatchObject([
      { method: 'b', params: { a: { list: [[1], [0]] } } },
    ]);
    const twice = `{"jsonrpc":"2.0","method":"c","params":{"l":[1]},${LONG}"params":{"l":[2],"l":[3]}}`;
    expect((await send(twice, [])).received).toMatchObject([{ method: 'c', params: { l: [3] } }]);
  });
});
