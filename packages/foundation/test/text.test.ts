import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanForTerminal,
  maskSecrets,
  mostEdits,
  quoteForApproval,
  redactUrl,
  truncateText,
} from '../src/text.ts';
import { hostileText } from './hostile-text.ts';

const anyText = fc.oneof(hostileText, fc.string({ unit: 'binary' }));

describe('cleanForTerminal', () => {
  it('lets no control but line feed and tab through, and changes nothing when run again', () => {
    void fc.assert(
      fc.property(anyText, (text) => {
        const output = cleanForTerminal(text);
        expect(output).not.toMatch(/(?![\n\t])\p{Cc}/u);
        expect(cleanForTerminal(output)).toBe(output);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['fault 121: terminal escapes (clear screen)', 'a\x1b[2Jb', 'ab'],
    ['colours', '\x1b[1;31mred\x1b[0m', 'red'],
    ['a private mode', 'a\x1b[?1049hb', 'ab'],
    ['links', '\x1b]8;;https://evil\x07here\x1b]8;;\x1b\\', 'here'],
    ['clipboard writes', 'a\x1b]52;c;ZXZpbA==\x1b\\b', 'ab'],
    ['8-bit forms', '\x9b31mred\x9d0;title\x9c!', 'red!'],
    ['DCS, APC, PM and SOS', '\x1bPq#0\x1b\\\x1b_G1\x1b\\\x1b^p\x1b\\\x1bXs\x1b\\ok', 'ok'],
    ['resets and charsets', '\x1bc\x1b(0a', 'a'],
    ['the start alone of what has no end', '\x1b]0;title', '0;title'],
    ['carriage returns and backspaces', 'safe\r\nevil\r\b\b', 'safe\nevil'],
    ['escapes cut by an invisible character', '\x1b\u200b[31mred', 'red'],
    ['escapes inside escapes', '\x1b\x1b[31m[31mx', '[31mx'],
    ['what is left of an emoji', '\x1b[0\ufe0f\u20e3', '\u20e3'],
    ['a bidirectional override', 'user\u202etxt.exe', 'usertxt.exe'],
  ])('removes %s', (_what, text, expected) => {
    expect(cleanForTerminal(text)).toBe(expected);
  });

  it.each(['\x1b', '\x1b[', '\x1b]', '\x1b]x', '\x9d', '\x9b;', '\x1b ', '\x1bP\x1b'])(
    'gets through a megabyte of %j',
    (unit) => {
      expect(cleanForTerminal(unit.repeat(1_000_000 / unit.length))).not.toMatch(/\p{Cc}/u);
    },
  );
});

describe('quoteForApproval', () => {
  it('gives printable ASCII from which the text can be read back', () => {
    const unquote = (quoted: string) =>
      quoted.replace(/\\(?:u\{([0-9a-f]+)\}|(.))/g, (_all, point, letter) =>
        point
          ? String.fromCodePoint(Number.parseInt(point, 16))
          : ({ n: '\n', t: '\t' }[String(letter)] ?? letter),
      );
    void fc.assert(
      fc.property(anyText, (text) => {
        const quoted = quoteForApproval(text);
        expect(quoted).toMatch(/^[ -~]*$/);
        expect(unquote(quoted)).toBe(text);
      }),
    );
  });

  it('shows what is hidden', () => {
    expect(quoteForApproval('rm\t-rf\u00a0~\n\\n\u{e0041}é')).toBe(
      'rm\\t-rf\\u{a0}~\\n\\\\n\\u{e0041}\\u{e9}',
    );
  });
});

describe('maskSecrets', () => {
  it('leaves no form of a secret', () => {
    void fc.assert(
      fc.property(fc.string({ minLength: 4 }), fc.string(), (secret, around) => {
        fc.pre(!'***'.includes(secret) && !secret.includes('*'));
        const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
        const text = forms.map((form) => `${around}<${form}>`).join('');
        const masked = maskSecrets(text, [secret]);
        for (const form of forms) expect(masked).not.toContain(form);
      }),
    );
  });

  it('masks the longer of two secrets whole', () => {
    expect(maskSecrets('key=abcdefgh', ['abcd', 'abcdefgh'])).toBe('key=***');
  });

  it('masks the form that a query string has', () => {
    expect(maskSecrets('?q=a+b%2Fc', ['a b/c'])).toBe('?q=***');
  });

  it('leaves very short secrets, and text without any, alone', () => {
    expect(maskSecrets('1 yes', ['1', 'yes', ''])).toBe('1 yes');
    expect(maskSecrets('nothing', [])).toBe('nothing');
  });

  it('takes a secret that has no URL form, and the signs of patterns', () => {
    expect(maskSecrets('a\ud800bcd .*+?', ['a\ud800bcd', '.*+?'])).toBe('*** ***');
  });
});

describe('redactUrl', () => {
  it.each([
    ['https://user:p@ss@host/a@b', 'https://host/a@b'],
    ['https://host/p?key=secret&x=1#token=y', 'https://host/p?key=***&x=***#***'],
    ['https://host/p?secret', 'https://host/p?***'],
    ['https://host/@scope/x', 'https://host/@scope/x'],
    ['https:user:pw@host/', 'https:host/'],
    ['ht\ntps://us\ter:pw@host/', 'https://host/'],
    ['http://user:pa/ss@host/', 'http://host/'],
    ['http://user:pa?s=s@host/', 'http://host/'],
    [`https://\${USER}:\${PASS}@host/\${PATH}?k=\${KEY}`, `https://host/\${PATH}?k=***`],
    ['https://[::1]:8080/mcp', 'https://[::1]:8080/mcp'],
    ['http://host', 'http://host'],
    ['not a url', 'not a url'],
    ['', ''],
  ])('makes %j %j', (url, expected) => {
    expect(redactUrl(url)).toBe(expected);
  });

  it('never shows user info or the value of a query', () => {
    const part = fc.stringMatching(/^[a-z0-9!$'()*,;:._~%-]{6,12}$/);
    void fc.assert(
      fc.property(part, part, part, (user, password, value) => {
        const host = `https://${encodeURIComponent(user)}:${encodeURIComponent(password)}@h`;
        expect(redactUrl(`${host}/p?v=${encodeURIComponent(value)}`)).toBe('https://h/p?v=***');
      }),
    );
  });

  it('changes nothing when run again, whatever comes', () => {
    void fc.assert(
      fc.property(fc.oneof(anyText, fc.webUrl({ withQueryParameters: true })), (text) => {
        expect(redactUrl(redactUrl(text))).toBe(redactUrl(text));
      }),
    );
  });
});

describe('truncateText', () => {
  it('is the longest start that fits and splits no pair', () => {
    void fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: -2, max: 30 }), (text, max) => {
        const cut = truncateText(text, max);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(Math.max(0, max));
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, max) - 1);
        expect(cut).not.toMatch(/\p{Cs}/u);
      }),
    );
  });

  it.each([
    ['a👍b', 1, 'a'],
    ['a👍b', 2, 'a'],
    ['a👍b', 3, 'a👍'],
    ['abc', 3, 'abc'],
    ['abc', 0, ''],
    ['abc', Number.NaN, ''],
    ['abc', Number.POSITIVE_INFINITY, 'abc'],
  ])('cuts %j at %d to %j', (text, max, expected) => {
    expect(truncateText(text, max)).toBe(expected);
  });
});

describe('mostEdits', () => {
  it.each([
    ['', 'a', 0],
    ['nope', 'n', 0],
    ['no', 'nope', 0],
    ['abc', 'abcd', 1],
    ['dcos', 'docs', 2],
    ['login', 'plugins', 2],
    ['create_issue', 'create_issues', 4],
  ])('lets %j and %j be apart by %d', (word, name, edits) => {
    expect(mostEdits(word, name)).toBe(edits);
    expect(mostEdits(name, word)).toBe(edits);
  });
});
