import { readFile } from 'node:fs/promises';
import { temporaryDirectory } from '@toolpool/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createFileResultStore,
  estimateTokens,
  inferCompactSchema,
  type ModelContentBlock,
  type ProcessOptions,
  processMcpResult,
  type ResultStore,
} from '../src/index.ts';
import { media } from './media.ts';

const origin = { server: 'files', tool: 'read' };
const text = (value: string) => ({ type: 'text', text: value });
const image = { type: 'image', data: media.png, mimeType: 'image/png' };

const fullStore: ResultStore = {
  save: () => Promise.reject(new Error('no space left on device')),
};

const process = (raw: unknown, options: Partial<ProcessOptions> = {}) =>
  processMcpResult(raw, { ...origin, ...options });

async function createFixture() {
  const directory = await temporaryDirectory();
  const store = createFileResultStore({ directory: `${directory.path}/results` });
  return { store, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

const textOf = (content: readonly ModelContentBlock[]) =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');

const tokensOf = (content: readonly ModelContentBlock[]) =>
  content.reduce(
    (total, block) => total + (block.type === 'text' ? estimateTokens(block.text) : 1_600),
    0,
  );

describe('processMcpResult', () => {
  it('passes a small result as it is', async () => {
    await expect(
      process({
        content: [{ ...text('hello'), _meta: { a: 1 } }, image],
        structuredContent: { b: 2 },
        _meta: { c: 3 },
      }),
    ).resolves.toEqual({
      content: [{ ...text('hello'), _meta: { a: 1 } }, image, text('{"b":2}')],
      isError: false,
      structuredContent: { b: 2 },
      saved: [],
      truncated: false,
      warnings: [],
      _meta: { c: 3 },
    });
  });

  it('warns of a result above 10,000 tokens and passes it', async () => {
    const content = [text('x'.repeat(4 * 12_000))];
    const result = await process({ content });
    expect(result).toMatchObject({ content, truncated: false });
    expect(result.warnings).toEqual(['The result is large: about 12,000 tokens.']);
  });

  describe('a large text', () => {
    it('is saved whole and replaced by how to read it', async () => {
      await using fixture = await createFixture();
      const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `row number ${id}` }));
      const json = JSON.stringify({ rows, next: null }, null, 1);
      const result = await process({ content: [text(json)] }, fixture);
      const [saved] = result.saved;
      expect(result).toMatchObject({ truncated: false, isError: false, warnings: [] });
      await expect(readFile(saved?.path ?? '', 'utf8')).resolves.toBe(json);
      expect(saved).toMatchObject({ bytes: json.length, mimeType: 'application/json' });
      expect(saved?.path).toMatch(/\/mcp-files-read-\d{8}T\d{6}Z-[0-9a-f]{16}\.json$/);
      expect(textOf(result.content).replace(saved?.path ?? '', '<path>')).toMatchInlineSnapshot(`
        "This result is too large to show here (about 131,953 tokens, limit 25,000). All of it was saved to a file:
        <path>
        Size: 527,811 bytes, 40,005 lines. Format: JSON.
        Structure: {rows: [{id: number, name: string}], next: null}
        To read it in parts: query it with jq, or read ranges of lines. Do not read it whole, and do not answer from this notice alone."
      `);
    });

    it.each([
      {
        name: 'JSON',
        extension: 'json',
        line: '',
        whole: JSON.stringify(Array(50_000).fill({ a: 'b' })),
      },
      { name: 'JSONL', extension: 'jsonl', line: '{"id": 1, "name": "a name"}' },
      { name: 'CSV', extension: 'csv', line: '1,"a, b",c' },
      { name: 'Markdown', extension: 'md', line: '# Title\n\n- item [link](https://example.com)' },
      { name: 'plain text', extension: 'txt', line: 'Just some words and {braces}' },
    ])('is recognised as $name', async ({ name, extension, line, whole }) => {
      await using fixture = await createFixture();
      const data = whole ?? `${line}\n`.repeat(10_000);
      const { content, saved } = await process({ content: [text(data)] }, fixture);
      expect(textOf(content)).toContain(`Format: ${name}.`);
      expect(saved[0]?.path).toMatch(new RegExp(`\\.${extension}$`));
    });

    it('is described by its beginning where it is too long to parse', async () => {
      await using fixture = await createFixture();
      const rows = Array(100_000).fill({ id: 1, name: 'a \\" [name', tags: [] });
      const whole = JSON.stringify({ meta: { page: 1 }, rows });
      const { content } = await process({ content: [text(whole)] }, fixture);
      expect(textOf(content)).toContain(
        'Structure of its beginning: {meta: {page: number}, rows: [{id: number, name: string, tags: []}]}',
      );
      expect(textOf(content)).toContain('ranges of bytes (its lines are very long)');
    });

    it('leaves small texts beside it in place', async () => {
      await using fixture = await createFixture();
      const { content, saved } = await process(
        { content: [text('first'), text('x'.repeat(200_000)), text('last')] },
        fixture,
      );
      expect(saved).toHaveLength(1);
      expect(content.map(({ type }) => type)).toEqual(['text', 'text', 'text']);
      expect(textOf(content)).toMatch(/^first\n.* too large[\s\S]*\nlast$/);
    });

    it('that is structured content is saved with lines, and described by its value', async () => {
      await using fixture = await createFixture();
      const structuredContent = {
        rows: Array.from({ length: 40_000 }, (_, id) => ({ id, name: `row number ${id}` })),
        total: 40_000,
      };
      const { content, saved, ...result } = await process(
        { content: [text('40,000 rows')], structuredContent },
        fixture,
      );
      expect(textOf(content)).toContain(`Structure: ${inferCompactSchema(structuredContent)}`);
      expect(textOf(content)).toMatch(/^40,000 rows\n/);
      expect(result.structuredContent).toBe(structuredContent);
      const file = await readFile(saved[0]?.path ?? '', 'utf8');
      expect(JSON.parse(file)).toEqual(structuredContent);
      expect(file.split('\n').length).toBeGreaterThan(40_000);
    });

    it('is cleaned before it is measured and saved', async () => {
      await using fixture = await createFixture();
      const hidden = '\u{e0041}'.repeat(200_000);
      await expect(process({ content: [text(`a${hidden}b`)] }, fixture)).resolves.toMatchObject({
        content: [text('ab')],
        saved: [],
      });
      await expect(process({ content: [text(hidden)] })).resolves.toMatchObject({
        content: [text('(no output)')],
      });
      const mixed = `visible 👩‍👩‍👧‍👦 ${'\u200b'}`.repeat(50_000);
      const { saved } = await process({ content: [text(mixed)] }, fixture);
      await expect(readFile(saved[0]?.path ?? '', 'utf8')).resolves.toBe(
        'visible 👩‍👩‍👧‍👦 '.repeat(50_000),
      );
    });
  });

  describe('what cannot be saved', () => {
    const lines = 'a line of some words\n'.repeat(20_000);

    it.each([
      { name: 'without a store', options: {} },
      { name: 'with a store that fails', options: { store: fullStore } },
    ])('is truncated on a line, with a marker, $name', async ({ options }) => {
      const result = await process({ content: [text(lines)] }, options);
      expect(result).toMatchObject({ truncated: true, saved: [] });
      expect(tokensOf(result.content)).toBeLessThanOrEqual(25_000);
      expect(tokensOf(result.content)).toBeGreaterThan(24_000);
      expect(result.content[0]).toMatchObject(text(lines.slice(0, 21 * 4_744 - 1)));
      expect(result.content[1]).toMatchInlineSnapshot(`
        {
          "text": "[Truncated: 320,377 of 420,000 characters are missing here. If the tool can page or filter (arguments such as limit, offset, page, cursor), call it again for less at once.]",
          "type": "text",
        }
      `);
      expect(result.warnings.at(-1)).toBe(
        'The result was truncated to the limit of 25,000 tokens.',
      );
    });

    it('says why the store failed, once', async () => {
      const audio = { type: 'audio', data: media.wav, mimeType: 'audio/wav' };
      const result = await process({ content: [audio, audio] }, { store: fullStore });
      expect(result.warnings).toEqual([
        'A part of the result could not be saved: the store failed (no space left on device).',
      ]);
      expect(textOf(result.content)).toMatch(/^(\[Audio \(audio\/wav, 16 B\): left out.*\n?){2}$/);
      expect(result.truncated).toBe(true);
    });
  });

  describe('limits', () => {
    const forty = { content: [text('word '.repeat(40_000))] };

    it('are those of the caller', async () => {
      await expect(process(forty, { maxTokens: 50_000 })).resolves.toMatchObject({
        truncated: false,
      });
      const small = await process({ content: [text('word '.repeat(1_000))] }, { maxTokens: 500 });
      expect(small.truncated).toBe(true);
      expect(tokensOf(small.content)).toBeLessThanOrEqual(500);
    });

    it.each([Number.NaN, 0, -1])('are the usual ones where the caller says %d', async (limit) => {
      const limits = { maxTokens: limit, maxResultSizeChars: limit };
      const result = await process({ content: [text('word '.repeat(40_000))] }, limits);
      expect(result.truncated).toBe(true);
      expect(tokensOf(result.content)).toBeLessThanOrEqual(25_000);
    });

    it("are raised for text by the tool's own, up to a ceiling", async () => {
      await expect(process(forty, { maxResultSizeChars: 200_000 })).resolves.toMatchObject({
        truncated: false,
      });
      const large = { content: [text('word '.repeat(120_000))] };
      const result = await process(large, { maxResultSizeChars: 9_000_000 });
      expect(result.truncated).toBe(true);
      expect(textOf(result.content).length).toBeLessThan(501_000);
      expect(textOf(result.content).length).toBeGreaterThan(400_000);
      const images = { content: Array(20).fill(image) };
      await expect(process(images, { maxResultSizeChars: 500_000 })).resolves.toMatchObject({
        truncated: true,
      });
    });

    it('do not hold where the size is not to be checked', async () => {
      await expect(process(forty, { skipSizeCheck: true })).resolves.toMatchObject(forty);
    });

    it('are counted exactly near them, and only there', async () => {
      const counted: number[] = [];
      const countTokens = (value: string) => {
        counted.push(value.length);
        return Promise.resolve(value.length / 2);
      };
      const limits = { maxTokens: 1_000, countTokens };
      await process({ content: [text('x'.repeat(400))] }, limits);
      expect(counted).toEqual([]);
      await process({ content: [text('x'.repeat(1_000_000))] }, limits);
      expect(Math.max(...counted)).toBeLessThan(4_000);
      const result = await process({ content: [text('x'.repeat(3_000))] }, limits);
      expect(result.truncated).toBe(true);
      expect(textOf(result.content).length / 2).toBeLessThanOrEqual(1_000);
      const broken = { maxTokens: 1_000, countTokens: () => Promise.reject(new Error('broken')) };
      await expect(process({ content: [text('x'.repeat(3_000))] }, broken)).resolves.toMatchObject({
        truncated: false,
      });
    });
  });

  describe('images', () => {
    it('stay beside text that is truncated and saved whole', async () => {
      await using fixture = await createFixture();
      const page = 'some words of a page\n'.repeat(20_000);
      const result = await process({ content: [image, text(page), image] }, fixture);
      expect(result.content.map(({ type }) => type)).toEqual(['image', 'text', 'text', 'image']);
      expect(tokensOf(result.content)).toBeLessThanOrEqual(25_000);
      expect(result.truncated).toBe(true);
      await expect(readFile(result.saved[0]?.path ?? '', 'utf8')).resolves.toBe(page);
      expect(textOf(result.content)).toContain(
        `All of the text was saved to ${result.saved[0]?.path}`,
      );
    });

    it('beyond the limit, or too large to view, are saved', async () => {
      await using fixture = await createFixture();
      const bytes = Buffer.concat([Buffer.from(media.png, 'base64'), Buffer.alloc(12_000_000)]);
      const huge = { ...image, data: bytes.toString('base64') };
      const result = await process({ content: [huge, ...Array(30).fill(image)] }, fixture);
      const kinds = result.content.map(({ type }) => type);
      expect(kinds.filter((type) => type === 'image')).toHaveLength(11);
      expect(textOf(result.content)).toContain(
        `[Image too large to view (image/png, 12.0 MB): saved to ${result.saved[0]?.path}]`,
      );
      expect(result.saved).toHaveLength(20);
      expect(bytes.equals(await readFile(result.saved[0]?.path ?? ''))).toBe(true);
    });

    it('do not count by their bytes', async () => {
      const bytes = Buffer.concat([Buffer.from(media.png, 'base64'), Buffer.alloc(3_000_000)]);
      const content = [{ ...image, data: bytes.toString('base64') }];
      await expect(process({ content })).resolves.toMatchObject({ content, truncated: false });
    });
  });

  it('fault 108: an error text arrives whatever the structured content is', async () => {
    const raw = {
      isError: true,
      content: [text('refused')],
      structuredContent: { wrong: 'shape' },
    };
    const result = await process(raw);
    expect(result).toMatchObject({ isError: true, warnings: [] });
    expect(textOf(result.content)).toContain('refused');
  });

  it('fault 113: a result without text needs none', async () => {
    for (const content of [[], [text('')], undefined]) {
      await expect(process({ content }, { maxTokens: 100 })).resolves.toMatchObject({
        content: [text('(no output)')],
      });
    }
    await expect(process({ content: [image] }, { maxTokens: 100 })).resolves.toMatchObject({
      content: [image],
    });
  });

  it('fault 116: binaries are saved, image blobs shown, links named and not fetched', async () => {
    await using fixture = await createFixture();
    const blob = (data: string, uri: string) => ({
      type: 'resource',
      resource: { uri, blob: data },
    });
    const result = await process(
      {
        content: [
          blob(media.pdf, 'file:///a.pdf'),
          blob(media.png, 'file:///a.png'),
          { type: 'resource', resource: { uri: 'file:///a.txt', text: 'words' } },
          { type: 'audio', data: media.wav, mimeType: 'audio/wav' },
          { type: 'image', data: media.svg, mimeType: 'image/svg+xml' },
          {
            type: 'resource_link',
            uri: 'https://127.0.0.1:1/x',
            name: 'x',
            title: 'A page\n]',
            description: 'About\nit',
            mimeType: 'text/html',
            size: 2_345,
          },
        ],
      },
      fixture,
    );
    const [pdf, wav, svg] = result.saved;
    expect(result.content).toEqual([
      text(`[Resource file:///a.pdf (application/pdf, 9 B): saved to ${pdf?.path}]`),
      image,
      text('[Resource file:///a.txt]'),
      text('words'),
      text(`[Audio (audio/wav, 16 B): saved to ${wav?.path}]`),
      text(`[Image (image/svg+xml, 63 B): saved to ${svg?.path}]`),
      text('[Link to resource A page ] at https://127.0.0.1:1/x (text/html, 2.3 kB): About it]'),
    ]);
    expect(result.saved.map(({ path }) => path.replace(/.*\./, ''))).toEqual(['pdf', 'wav', 'svg']);
    await expect(readFile(wav?.path ?? '', 'base64')).resolves.toBe(media.wav);
  });

  describe('fault 118: one limit for everything', () => {
    const small = Array.from({ length: 1_000 }, (_, id) =>
      text(`{"id":${id},"text":"${'x'.repeat(200)}"}`),
    );
    const cases = [
      { name: '2 MB of text', raw: { content: [text('x'.repeat(2_000_000))] } },
      {
        name: '2 MB of error text',
        raw: { isError: true, content: [text('x'.repeat(2_000_000))] },
      },
      { name: '1,000 small blocks', raw: { content: small } },
      {
        name: '2 MB of structured content',
        raw: { structuredContent: { a: 'x'.repeat(2_000_000) } },
      },
      {
        name: '2 MB in an embedded resource',
        raw: {
          content: [{ type: 'resource', resource: { uri: 'a:b', text: 'x'.repeat(2_000_000) } }],
        },
      },
      { name: '2 MB of emoji', raw: { content: [text('👨‍👩‍👧‍👦'.repeat(180_000))] } },
      { name: '40,000 Chinese characters', raw: { content: [text('漢'.repeat(40_000))] } },
    ];

    it.each(cases)('truncates $name', async ({ raw }) => {
      const result = await process(raw);
      expect(result).toMatchObject({ truncated: true, isError: raw.isError === true });
      expect(tokensOf(result.content)).toBeLessThanOrEqual(25_000);
      expect(tokensOf(result.content)).toBeGreaterThan(19_000);
    });

    it.each(cases)('saves $name', async ({ raw }) => {
      await using fixture = await createFixture();
      const result = await process(raw, fixture);
      expect(result).toMatchObject({ truncated: false, isError: raw.isError === true });
      expect(tokensOf(result.content)).toBeLessThan(500);
      expect(result.saved).toHaveLength(1);
    });

    it('saves many small JSON values as lines of one file', async () => {
      await using fixture = await createFixture();
      const { saved, content } = await process({ content: small }, fixture);
      const file = await readFile(saved[0]?.path ?? '', 'utf8');
      expect(file.split('\n').map((line) => JSON.parse(line).id)).toEqual(small.map((_, id) => id));
      expect(textOf(content)).toContain('Structure of a line: {id: number, text: string}');
    });

    it('never cuts through an emoji', async () => {
      for (const shift of [0, 1, 2, 3]) {
        const family = '👨‍👩‍👧‍👦';
        const { content } = await process({
          content: [text('x'.repeat(shift) + family.repeat(20_000))],
        });
        expect(content[0]).toMatchObject({ text: expect.stringMatching(/^x*(?:👨‍👩‍👧‍👦)+$/u) });
      }
    });
  });

  it('never exceeds its limit, nor cuts through a surrogate pair', async () => {
    const texts = fc.string({ unit: 'binary' }).map((unit) => unit.repeat(50));
    const blocks = fc.array(fc.oneof(texts.map(text), fc.constant(image)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(blocks, fc.integer({ min: 100, max: 3_000 }), async (content, maxTokens) => {
        const images = content.filter(({ type }) => type === 'image').length;
        const limit = maxTokens + images * 1_600;
        const result = await process({ content }, { maxTokens: limit });
        expect(tokensOf(result.content)).toBeLessThanOrEqual(Math.max(limit, 100));
        expect(JSON.stringify(result.content)).not.toMatch(/\\ud[89a-f]/);
      }),
    );
  });

  it('never rejects for any value a server may send', async () => {
    const values = fc.oneof(fc.anything(), fc.record({ content: fc.array(fc.jsonValue()) }));
    await fc.assert(
      fc.asyncProperty(values, async (raw) => {
        const { content } = await process(raw, { maxTokens: 100 });
        expect(content.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});
