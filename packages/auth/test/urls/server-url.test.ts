import { ToolpoolError } from '@toolpool/foundation/errors';
import { describe, expect, it } from 'vitest';
import { parseServerUrl, presentUrl } from '../../src/index.ts';
import { browserCommands } from '../../src/urls/browser-commands.ts';
import { encodeForOpening } from '../../src/urls/open-url.ts';
import { ACCEPTED, REFUSED } from './corpus.ts';
import { mutatedUrls } from './mutated-urls.ts';

/** Letters, digits and what RFC 3986 needs; no shell makes a command of them without a break before. */
const HARMLESS = /^https?:\/\/[\w\-.~:/?#[\]@&+,=%]+$/;

describe('URLs that a server names', () => {
  it.each(REFUSED)('refuses %j', (text) => {
    expect(() => parseServerUrl(text, 'It')).toThrow(
      expect.objectContaining({ code: 'TOOLPOOL_URL_REFUSED' }),
    );
  });

  it.each(ACCEPTED)('takes %j', (text) => {
    expect(encodeForOpening(parseServerUrl(text, 'It'))).toMatch(HARMLESS);
  });

  it('does not quote what it refuses', () => {
    expect(() => parseServerUrl('https://me:hunter2@example.com/', 'The token endpoint')).toThrow(
      /^The token endpoint holds a user or password: it is not used\.$/,
    );
  });

  it('shows names in other letters as Punycode, with a warning', () => {
    const imitation = parseServerUrl('https://\u0430pple.com/login', 'It');
    expect(presentUrl(imitation)).toBe(
      'https://xn--pple-43d.com/login (its host name is not ASCII: look closely)',
    );
    expect(presentUrl(new URL('https://example.com/'))).toBe('https://example.com/');
  });

  it('keeps every promise for 10,000 mutations of them', async () => {
    const mutated = mutatedUrls(10_000);
    let accepted = 0;
    for (const text of mutated) accepted += (await assertSafe(text)) ? 1 : 0;
    expect(accepted).toBeGreaterThan(500);
  });
});

/** @returns whether the text is taken; throws when it is and should not be */
async function assertSafe(text: string): Promise<boolean> {
  const url = parsed(text);
  if (url === undefined) return false;
  const isLocal = /^(?:.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(url.hostname);
  if (url.protocol !== (isLocal && url.protocol === 'http:' ? 'http:' : 'https:')) {
    throw new Error(text);
  }
  const opened = encodeForOpening(url);
  const isSame = new URL(opened).host === url.host && url.username + url.password === '';
  if (!HARMLESS.test(opened) || !isSame) throw new Error(text);
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const commands = await browserCommands(opened, { platform, environment: { DISPLAY: ':0' } });
    if (commands[0]?.at(-1) !== opened) throw new Error(`${platform}: ${text}`);
  }
  return true;
}

function parsed(text: string): URL | undefined {
  try {
    return parseServerUrl(text, 'It');
  } catch (error) {
    if (ToolpoolError.isInstance(error) && error.code === 'TOOLPOOL_URL_REFUSED') return undefined;
    throw error;
  }
}
