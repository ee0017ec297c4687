import fc from 'fast-check';
import { expect, it } from 'vitest';
import { processMcpResult } from '../src/index.ts';

const units = fc.string({ unit: 'binary', maxLength: 40 });
const texts = fc
  .tuple(units, fc.constantFrom(1, 1, 60, 120, 1_500))
  .map(([unit, times]) => unit.repeat(times));

it('gives a text alone what it gives the same text beside other members', async () => {
  const limits = fc.constantFrom(undefined, 1, 100, 3_000);
  const results = fc.record({ text: texts, isError: fc.boolean(), maxTokens: limits });
  await fc.assert(
    fc.asyncProperty(results, async ({ text, isError, maxTokens }) => {
      const options = { server: 'files', tool: 'read', maxTokens };
      const raw = { content: [{ type: 'text', text }], isError };
      const { _meta, ...beside } = await processMcpResult({ ...raw, _meta: {} }, options);
      expect(_meta).toEqual({});
      await expect(processMcpResult(raw, options)).resolves.toEqual(beside);
    }),
    { numRuns: 500 },
  );
});

it('asks an exact counter of the caller where a text is near the limit', async () => {
  const counted: string[] = [];
  const countTokens = (text: string) => {
    counted.push(text);
    return 1;
  };
  const raw = { content: [{ type: 'text', text: 'x'.repeat(300) }] };
  const options = { server: 'files', tool: 'read', maxTokens: 60, countTokens };
  const { content } = await processMcpResult(raw, options);
  expect(content).toEqual(raw.content);
  expect(counted).toEqual(['x'.repeat(300)]);
});
