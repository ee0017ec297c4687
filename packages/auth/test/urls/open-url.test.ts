import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { openUrl } from '../../src/index.ts';
import { ACCEPTED, REFUSED } from './corpus.ts';

/** A folder with a program that writes its arguments into the file `opened`. */
async function fakeProgram(folder: string, name: string, exitCode = 0): Promise<string> {
  const path = join(folder, name);
  const opened = join(folder, 'opened');
  await writeFile(path, `#!/bin/sh\nprintf '%s\\n' "$#" "$@" >> '${opened}'\nexit ${exitCode}\n`);
  await chmod(path, 0o755);
  return path;
}

async function opened(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, 'opened'), 'utf8').catch(() => '');
  return text.split('\n').slice(0, -1);
}

describe.skipIf(process.platform !== 'linux')('openUrl', () => {
  it('gives whatever it opens to the opener of the system as one argument', async () => {
    await using directory = temporaryDirectory();
    await fakeProgram(directory.path, 'xdg-open');
    const environment = { DISPLAY: ':0', PATH: `${directory.path}:/usr/bin:/bin` };
    for (const url of REFUSED) {
      await expect(openUrl(url, { environment })).rejects.toThrow(/it is not used/);
    }
    expect(await opened(directory.path)).toEqual([]);
    for (const url of ACCEPTED) expect(await openUrl(url, { environment })).toBe(true);
    const lines = await opened(directory.path);
    expect(lines).toHaveLength(2 * ACCEPTED.length);
    expect(lines.filter((_, index) => index % 2 === 0).every((count) => count === '1')).toBe(true);
    expect(lines[3]).toBe('https://example.com/%24%28touch%20pwned%29');
  });

  it('honours $BROWSER: the first that starts, with the URL where it says', async () => {
    await using directory = temporaryDirectory();
    const bad = await fakeProgram(directory.path, 'bad', 3);
    const good = await fakeProgram(directory.path, 'good');
    const environment = { BROWSER: `/nowhere:${bad}:${good} --new --url=%s`, PATH: '/bin' };
    expect(await openUrl('https://example.com/?a=b', { environment })).toBe(true);
    const url = 'https://example.com/?a=b';
    expect(await opened(directory.path)).toEqual(['1', url, '2', '--new', `--url=${url}`]);
  });

  it.each([
    'sh -c "touch pwned; echo %s"',
    'bash -c %s',
    'env sh -c %s',
    'xterm -e "lynx %s"',
    '"',
  ])('does not let a shell read the URL: %s', async (BROWSER) => {
    const environment = { BROWSER, PATH: '/usr/bin:/bin', DISPLAY: ':0' };
    expect(await openUrl('https://example.com/', { environment })).toBe(false);
  });

  it('opens nothing on a machine without a screen', async () => {
    expect(await openUrl('https://example.com/', { environment: { PATH: '/bin' } })).toBe(false);
  });
});
