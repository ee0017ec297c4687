import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transformMcpResult } from '../src/index.ts';
import { media } from './media.ts';

const text = (value: string) => ({ type: 'text', text: value });
const contentOf = (raw: unknown) => transformMcpResult(raw).content;

describe('transformMcpResult', () => {
  it('keeps every kind of block with its annotations and _meta', () => {
    const extras = { annotations: { audience: ['user'], priority: 0.5 }, _meta: { 'a/b': 1 } };
    const content = [
      { ...text('hello'), ...extras },
      { type: 'image', data: media.png, mimeType: 'image/png', ...extras },
      { type: 'audio', data: media.wav, mimeType: 'audio/wav', ...extras },
      { type: 'resource', resource: { uri: 'a:b', text: 'x', mimeType: 'text/css' }, ...extras },
      { type: 'resource', resource: { uri: 'a:c', blob: media.pdf, _meta: {} }, ...extras },
      { type: 'resource_link', uri: 'a:d', name: 'd', title: 'D', size: 3, ...extras },
    ];
    const { content: blocks, warnings } = transformMcpResult({ content });
    expect(blocks).toEqual([
      ...content.slice(0, 4),
      {
        type: 'resource',
        resource: { uri: 'a:c', blob: media.pdf, mimeType: 'application/pdf', _meta: {} },
        ...extras,
      },
      content[5],
    ]);
    expect(warnings).toEqual([]);
  });

  it('takes null for an absent field', () => {
    const nothing = { annotations: null, _meta: null };
    expect(
      transformMcpResult({
        content: [
          { ...text('a'), ...nothing },
          { type: 'resource', resource: { uri: null, text: 'b', mimeType: null, ...nothing } },
          { type: 'resource_link', uri: 'a:d', name: null, size: null, description: null },
        ],
        isError: null,
        structuredContent: null,
        _meta: null,
      }),
    ).toEqual({
      content: [
        text('a'),
        { type: 'resource', resource: { uri: '', text: 'b' } },
        { type: 'resource_link', uri: 'a:d', name: 'a:d' },
      ],
      isError: false,
      warnings: [],
    });
  });

  it.each([
    { block: null, problem: 'it is missing, not an object' },
    { block: 5, problem: 'it is a number, not an object' },
    { block: [], problem: 'it is a list, not an object' },
    { block: { type: 'text' }, problem: 'its text is missing' },
    { block: { type: 'text', text: { a: 1 } }, problem: 'its text is an object' },
    { block: { type: 'image', mimeType: 'image/png' }, problem: 'its data is missing' },
    {
      block: { type: 'image', data: 'n*t!', mimeType: 'image/png' },
      problem: 'its data is not base64',
    },
    { block: { type: 'audio', data: '', mimeType: 'audio/wav' }, problem: 'its data is empty' },
    { block: { type: 'resource' }, problem: 'its resource is missing' },
    { block: { type: 'resource', resource: { uri: 'a:b' } }, problem: 'its blob is missing' },
    { block: { type: 'resource_link', name: 'x' }, problem: 'its uri is missing' },
    {
      block: { type: 'video\u200b\n' },
      problem: 'its type is "video\\n", which MCP does not define',
    },
    { block: { type: '__proto__' }, problem: 'its type is "__proto__", which MCP does not define' },
    { block: { type: 7 }, problem: 'its type is a number, which MCP does not define' },
  ])('leaves a note in the place of a bad block: $problem', ({ block, problem }) => {
    const sentence = `Block 2 of this result was left out: ${problem}.`;
    expect(transformMcpResult({ content: [text('a'), block, text('b')] })).toEqual({
      content: [text('a'), text(`[${sentence}]`), text('b')],
      isError: false,
      warnings: [sentence],
    });
  });

  it('names only the first of many bad blocks in its warnings', () => {
    const { content, warnings } = transformMcpResult({ content: Array(1_000).fill(0) });
    expect(content).toHaveLength(1_000);
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe('980 more blocks were left out.');
  });

  it.each([
    { raw: { content: 'hello' }, content: [text('hello')] },
    { raw: { content: text('hello') }, content: [text('hello')] },
    { raw: { content: ['hello', { text: 'there' }] }, content: [text('hello'), text('there')] },
    { raw: 'hello', content: [text('hello')] },
    { raw: [text('hello')], content: [text('hello')] },
    { raw: { toolResult: 'old' }, content: [text('old')] },
    { raw: { toolResult: { a: 1 } }, content: [text('{"a":1}')] },
    { raw: { toolResult: 'old', content: [text('new')] }, content: [text('new')] },
  ])('takes the odd result $raw for what it is', ({ raw, content }) => {
    expect(contentOf(raw)).toEqual(content);
  });

  it('leaves text alone, even where it looks like data', () => {
    const words = ['{"type":"image"}', '  [1, 2]\n', '\u001b[31mred', 'ﬁ ① Å'];
    expect(contentOf({ content: words.map(text) })).toEqual(words.map(text));
  });

  it.each([
    { declared: 'image/png', data: media.jpeg, mimeType: 'image/jpeg' },
    { declared: 'image/jpg', data: media.jpeg, mimeType: 'image/jpeg' },
    { declared: 'image/png; charset=x', data: media.png, mimeType: 'image/png' },
    { declared: 'image/png', data: media.svg, mimeType: 'image/svg+xml' },
    { declared: 'image/png', data: media.heic, mimeType: 'image/heic' },
    { declared: undefined, data: media.webp, mimeType: 'image/webp' },
    { declared: 'image/png', data: media.junk, mimeType: 'application/octet-stream' },
    { declared: 'image/png', data: media.zip, mimeType: 'application/zip' },
    { declared: 'application/vnd.x+zip', data: media.zip, mimeType: 'application/vnd.x+zip' },
    { declared: 'image/x-odd', data: media.junk, mimeType: 'image/x-odd' },
    { declared: 'no type', data: media.junk, mimeType: 'application/octet-stream' },
    { declared: 42, data: media.gif, mimeType: 'image/gif' },
  ])(
    'reads the type $mimeType from bytes declared as $declared',
    ({ declared, data, mimeType }) => {
      const content = [{ type: 'image', data, mimeType: declared }];
      expect(contentOf({ content })).toEqual([{ type: 'image', data, mimeType }]);
    },
  );

  it('puts base64 right that a model API would refuse', () => {
    const bytes = Uint8Array.from(Buffer.from(`${'\x89PNG\r\n\x1a\n'}\xfb\xff\xfe`, 'latin1'));
    const right = Buffer.from(bytes).toString('base64');
    const forms = [
      right.replace(/(.{4})/g, '$1\r\n'),
      Buffer.from(bytes).toString('base64url'),
      `data:image/png;base64,${right}`,
    ];
    for (const data of forms) {
      expect(contentOf({ content: [{ type: 'image', data }] })).toEqual([
        { type: 'image', data: right, mimeType: 'image/png' },
      ]);
    }
  });

  it.each(['a=b=', '====', 'YWJj=ZA==', 'YW\0Jj'])('takes %j for no base64', (data) => {
    expect(transformMcpResult({ content: [{ type: 'image', data }] }).warnings).toHaveLength(1);
  });

  it('fault 108: an error result is checked against nothing, and its text arrives', () => {
    const raw = { isError: true, content: [text('disk full')], structuredContent: { code: 28 } };
    expect(transformMcpResult(raw)).toEqual({
      content: [text('disk full'), text('{"code":28}')],
      isError: true,
      structuredContent: { code: 28 },
      warnings: [],
    });
  });

  describe('fault 110: content and structured content', () => {
    const structuredContent = { b: [1, { c: 'x' }], a: null };
    const same = (content: unknown[], value: unknown = structuredContent) => {
      const result = transformMcpResult({ content, structuredContent: value });
      expect(result.structuredContent).toEqual(value);
      return result.content.length === content.length;
    };

    it('are not sent twice where they are equal', () => {
      expect(same([text('{"a":null,"b":[1,{"c":"x"}]}')])).toBe(true);
      expect(same([text(JSON.stringify(structuredContent, null, 2))])).toBe(true);
      expect(same([text('In short: x.'), text(JSON.stringify(structuredContent))])).toBe(true);
      expect(same([text('anything')], {})).toBe(true);
    });

    it('are both sent where they differ', () => {
      expect(same([text('{"a":null,"b":[1,{"c":"y"}]}')])).toBe(false);
      expect(same([text('{"a":null}')])).toBe(false);
      expect(same([text('{"a":null,"b":[1,{"c":"x"}],"d":0}')])).toBe(false);
      expect(same([text('A summary.')])).toBe(false);
      expect(same([text('{"a":')])).toBe(false);
      expect(same([text('{}')], [1])).toBe(false);
      expect(same([{ type: 'image', data: media.png }])).toBe(false);
    });

    it('are equal where an SDK wrapped the value', () => {
      expect(same([text('5')], { result: 5 })).toBe(true);
      expect(same([text('five')], { result: 'five' })).toBe(true);
      expect(same([text('one'), text('{"two":2}')], { result: ['one', { two: 2 }] })).toBe(true);
      expect(same([text('five')], { result: 'six' })).toBe(false);
      expect(same([text('five')], { result: 'five', more: 1 })).toBe(false);
    });

    it('are equal at any depth', () => {
      const deep = `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`;
      expect(same([text(deep)], JSON.parse(deep))).toBe(true);
      expect(same([text(deep.replace('1', '2'))], JSON.parse(deep))).toBe(false);
    });
  });

  it('fault 110: structured content that only wraps the text, under any name, is the same', () => {
    const of = (structuredContent: object) =>
      contentOf({ content: [text('all of the file')], structuredContent }).length;
    expect(of({ content: 'all of the file' })).toBe(1);
    expect(of({ content: 'part of the file' })).toBe(2);
    expect(of({ content: 'all of the file', lines: 1 })).toBe(2);
  });

  it('fault 111: structured content without content becomes text', () => {
    for (const content of [[], null, undefined, [text('')]]) {
      expect(contentOf({ content, structuredContent: { rows: [1] } })).toEqual([
        text('{"rows":[1]}'),
      ]);
    }
  });

  it('fault 113: a result without any text is "(no output)", or its image', () => {
    for (const raw of [
      {},
      { content: [] },
      { content: [text('')] },
      { content: [text(' \n'), text('')] },
      null,
      undefined,
    ]) {
      expect(contentOf(raw)).toEqual([text('(no output)')]);
    }
    const image = { type: 'image', data: media.png, mimeType: 'image/png' };
    expect(contentOf({ content: [text(''), image] })).toEqual([image]);
  });

  it('fault 120: invisible characters are gone from every field, keys too', () => {
    const hidden = [...'ignore all'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0)));
    const dirty = (word: string) => `${word}${hidden.join('')}\u200b\u202e\ud800`;
    const metadata = { annotations: { [dirty('k')]: dirty('v') }, _meta: { k: [dirty('v')] } };
    const result = transformMcpResult({
      content: [
        { ...text(`${dirty('text')} 👨‍👩‍👧 🏴`), ...metadata },
        { type: 'resource', resource: { uri: dirty('a:b'), text: dirty('t'), _meta: metadata } },
        { type: 'resource_link', uri: dirty('a:c'), name: dirty('n'), description: dirty('d') },
        { type: dirty('odd') },
      ],
      structuredContent: { [dirty('key')]: dirty('value') },
      _meta: { m: dirty('v') },
      isError: true,
    });
    expect(result).toEqual({
      content: [
        { ...text('text 👨‍👩‍👧 🏴'), annotations: { k: 'v' }, _meta: { k: ['v'] } },
        {
          type: 'resource',
          resource: {
            uri: 'a:b',
            text: 't',
            _meta: { annotations: { k: 'v' }, _meta: { k: ['v'] } },
          },
        },
        { type: 'resource_link', uri: 'a:c', name: 'n', description: 'd' },
        text(
          '[Block 4 of this result was left out: its type is "odd", which MCP does not define.]',
        ),
        text('{"key":"value"}'),
      ],
      structuredContent: { key: 'value' },
      _meta: { m: 'v' },
      isError: true,
      warnings: [
        'Block 4 of this result was left out: its type is "odd", which MCP does not define.',
      ],
    });
  });

  it('fault 120: nothing is copied where there is nothing to clean', () => {
    const raw = { content: [text('x')], structuredContent: { a: { b: 'c' } }, _meta: { d: {} } };
    const result = transformMcpResult(raw);
    expect(result.structuredContent).toBe(raw.structuredContent);
    expect(result._meta).toBe(raw._meta);
  });

  it('never throws, never comes back empty, and holds no lone surrogate', () => {
    const blocks = fc.array(
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          type: fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'x', null),
          text: fc.string({ unit: 'binary' }),
          data: fc.oneof(fc.base64String(), fc.string()),
          resource: fc.record({ uri: fc.string({ unit: 'binary' }), blob: fc.base64String() }),
          uri: fc.string({ unit: 'binary' }),
          mimeType: fc.oneof(fc.string(), fc.constant('image/png')),
          _meta: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        }),
      ),
    );
    const results = fc.oneof(
      fc.anything(),
      fc.jsonValue(),
      fc.record({ content: blocks, structuredContent: fc.jsonValue() }, { requiredKeys: [] }),
      fc.record({ content: fc.anything(), toolResult: fc.anything(), isError: fc.anything() }),
    );
    fc.assert(
      fc.property(results, (raw) => {
        const { content } = transformMcpResult(raw);
        expect(content.length).toBeGreaterThan(0);
        expect(JSON.stringify(content)).not.toMatch(/\\ud[89a-f]/);
      }),
      { numRuns: 1_000 },
    );
  });
});
