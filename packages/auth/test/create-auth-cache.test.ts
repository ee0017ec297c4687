import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { type AuthCacheOptions, createAuthCache } from '../src/index.ts';

const MINUTE = 60_000;

async function createFixture() {
  const directory = await temporaryDirectory();
  const file = join(directory.path, 'state', 'auth.json');
  const clock = { time: 1_000_000 };
  const open = (options: Partial<AuthCacheOptions> = {}) =>
    createAuthCache({ file, now: () => clock.time, ...options });
  return { file, clock, open, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

describe('createAuthCache', () => {
  it('remembers for 15 minutes, and after a login no more', async () => {
    await using fixture = await createFixture();
    const cache = fixture.open();
    await expect(cache.needsAuth('a')).resolves.toBe(false);
    await cache.remember('a');
    await expect(cache.needsAuth('a')).resolves.toBe(true);
    await expect(cache.needsAuth('b')).resolves.toBe(false);
    fixture.clock.time += 15 * MINUTE - 1;
    await expect(cache.needsAuth('a')).resolves.toBe(true);
    fixture.clock.time += 1;
    await expect(cache.needsAuth('a')).resolves.toBe(false);
    await cache.remember('a');
    await cache.forget('a');
    await expect(cache.needsAuth('a')).resolves.toBe(false);
  });

  it.each([
    ['garbage', Buffer.from('{"a": ')],
    ['a list', Buffer.from('[1]')],
    ['no text', Buffer.from([0xff, 0xfe, 0x00])],
    ['nothing', Buffer.alloc(0)],
  ])('knows nothing from a file that holds %s, and replaces it', async (_, content) => {
    await using fixture = await createFixture();
    await mkdir(join(fixture.file, '..'));
    await writeFile(fixture.file, content);
    const cache = fixture.open();
    expect(await Promise.all([cache.needsAuth('a'), cache.needsAuth('b')])).toEqual([false, false]);
    await cache.remember('a');
    expect(await fixture.open().needsAuth('a')).toBe(true);
  });

  it('shares what it knows with other processes through one private file', async () => {
    await using fixture = await createFixture();
    await fixture.open().remember('a');
    const other = fixture.open();
    await expect(other.needsAuth('a')).resolves.toBe(true);
    await fixture.open().forget('a');
    await expect(other.needsAuth('a')).resolves.toBe(false);
    expect((await stat(fixture.file)).mode & 0o777).toBe(0o600);
  });

  it('keeps every one of many writes at once, in the order of the calls', async () => {
    await using fixture = await createFixture();
    const [first, second] = [fixture.open(), fixture.open()];
    const names = Array.from({ length: 20 }, (_, index) => `server ${index}`);
    await Promise.all([
      ...names.map((name, index) => (index % 2 ? first : second).remember(name)),
      first.remember('gone'),
      first.forget('gone'),
      first.forget('__proto__'),
      first.remember('__proto__'),
    ]);
    const cache = fixture.open();
    for (const name of names) await expect(cache.needsAuth(name)).resolves.toBe(true);
    await expect(cache.needsAuth('gone')).resolves.toBe(false);
    await expect(cache.needsAuth('__proto__')).resolves.toBe(true);
  });

  it('knows what was said before it stands in the file', async () => {
    await using fixture = await createFixture();
    const cache = fixture.open();
    const written = cache.remember('a');
    await expect(cache.needsAuth('a')).resolves.toBe(true);
    const cleared = cache.forget('a');
    await expect(cache.needsAuth('a')).resolves.toBe(false);
    await Promise.all([written, cleared]);
    await expect(fixture.open().needsAuth('a')).resolves.toBe(false);
  });

  it.each(['', '{', 'null', '[1]', '"text"', '{"a": "soon"}', '{"a": null}', '\xff\xfe'])(
    'takes the file %j as empty and replaces it',
    async (text) => {
      await using fixture = await createFixture();
      await mkdir(join(fixture.file, '..'));
      await writeFile(fixture.file, text, 'latin1');
      const cache = fixture.open();
      await expect(cache.needsAuth('a')).resolves.toBe(false);
      await cache.remember('a');
      await expect(fixture.open().needsAuth('a')).resolves.toBe(true);
    },
  );

  it('does not believe an entry from another clock', async () => {
    await using fixture = await createFixture();
    await fixture.open().remember('a');
    fixture.clock.time -= MINUTE;
    await expect(fixture.open().needsAuth('a')).resolves.toBe(false);
  });

  it('drops old entries when it writes, and writes nothing to forget what nobody said', async () => {
    await using fixture = await createFixture();
    const cache = fixture.open();
    await cache.forget('a');
    await expect(stat(fixture.file)).rejects.toMatchObject({ code: 'ENOENT' });
    await cache.remember('a');
    fixture.clock.time += 20 * MINUTE;
    await cache.remember('b');
    expect(Object.keys(JSON.parse(await readFile(fixture.file, 'utf8')))).toEqual(['b']);
  });

  it('never rejects when it cannot write, says so, and still knows', async () => {
    await using fixture = await createFixture();
    await mkdir(fixture.file, { recursive: true });
    const errors: unknown[] = [];
    const cache = fixture.open({ onWriteError: (error) => errors.push(error) });
    await cache.remember('a');
    await expect(cache.needsAuth('a')).resolves.toBe(true);
    await cache.forget('a');
    await expect(cache.needsAuth('a')).resolves.toBe(false);
    expect(errors[0]).toMatchObject({ code: 'TOOLPOOL_FILE_WRITE_FAILED' });
  });

  it('fault 142: a login makes a server worth dialling again at once', async () => {
    await using fixture = await createFixture();
    const host = fixture.open();
    await host.remember('a');
    await fixture.open().forget('a');
    await expect(host.needsAuth('a')).resolves.toBe(false);
  });
});
