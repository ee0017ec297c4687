import {
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@toolpool/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileResultStore } from '../src/index.ts';
import { media } from './media.ts';

const request = { server: 'files', tool: 'read', data: 'hello' };
const refused = { code: 'TOOLPOOL_FILE_WRITE_FAILED', server: 'files' };

async function createFixture() {
  const root = await temporaryDirectory();
  const directory = join(root.path, 'state', 'results');
  const store = createFileResultStore({ directory });
  return {
    root: root.path,
    directory,
    store,
    [Symbol.asyncDispose]: () => root[Symbol.asyncDispose](),
  };
}

describe('createFileResultStore', () => {
  it('makes its folder with the first result, one for the session', async () => {
    await using fixture = await createFixture();
    await expect(stat(fixture.directory)).rejects.toMatchObject({ code: 'ENOENT' });
    const saved = await Promise.all([1, 2, 3].map(() => fixture.store.save(request)));
    expect(new Set(saved.map(({ path }) => dirname(path))).size).toBe(1);
    expect(new Set(saved.map(({ path }) => path)).size).toBe(3);
    await createFileResultStore(fixture).save(request);
    expect(await readdir(fixture.directory)).toHaveLength(2);
  });

  it('saves text and bytes, and leaves nothing else', async () => {
    await using fixture = await createFixture();
    const bytes = Uint8Array.from([0, 255, 10]);
    const text = await fixture.store.save({ ...request, data: 'grüße 😀\n' });
    const binary = await fixture.store.save({ ...request, data: bytes });
    expect(text).toEqual({ path: text.path, bytes: 13, mimeType: 'text/plain' });
    expect(binary).toMatchObject({ bytes: 3, mimeType: 'application/octet-stream' });
    await expect(readFile(text.path, 'utf8')).resolves.toBe('grüße 😀\n');
    await expect(readFile(binary.path)).resolves.toEqual(Buffer.from(bytes));
    expect(await readdir(dirname(text.path))).toHaveLength(2);
  });

  it('saves a long text in slices without losing a character', async () => {
    await using fixture = await createFixture();
    const data = `${'x'.repeat(524_287)}😀${'漢'.repeat(1_000_000)}${'a line\n'.repeat(100_000)}`;
    const { path, bytes } = await fixture.store.save({ ...request, data });
    expect(bytes).toBe(Buffer.byteLength(data));
    expect((await readFile(path, 'utf8')) === data).toBe(true);
  });

  it.each([
    { data: '{}', mimeType: 'application/json', expected: 'application/json', extension: 'json' },
    { data: 'x', mimeType: 'text/html', expected: 'text/html', extension: 'txt' },
    { data: 'x', mimeType: 'nonsense', expected: 'text/plain', extension: 'txt' },
    {
      data: Buffer.from(media.pdf, 'base64'),
      mimeType: 'image/png',
      expected: 'application/pdf',
      extension: 'pdf',
    },
    {
      data: Buffer.from(media.junk, 'base64'),
      mimeType: 'application/x-sh',
      expected: 'application/x-sh',
      extension: 'bin',
    },
    {
      data: Buffer.from(media.zip, 'base64'),
      mimeType: 'application/java-archive',
      expected: 'application/java-archive',
      extension: 'bin',
    },
  ])(
    'gives $mimeType the extension $extension',
    async ({ data, mimeType, expected, extension }) => {
      await using fixture = await createFixture();
      const saved = await fixture.store.save({ ...request, data, mimeType });
      expect(saved.mimeType).toBe(expected);
      expect(saved.path.endsWith(`.${extension}`)).toBe(true);
    },
  );

  it('makes a new folder when the old one was cleaned away', async () => {
    await using fixture = await createFixture();
    const first = await fixture.store.save(request);
    await rm(dirname(first.path), { recursive: true });
    const again = await Promise.all([1, 2].map(() => fixture.store.save(request)));
    expect(dirname(again[0]?.path ?? '')).toBe(dirname(again[1]?.path ?? ''));
    await expect(readFile(again[0]?.path ?? '', 'utf8')).resolves.toBe('hello');
  });

  it('rejects with a typed error, and works once the obstacle is gone', async () => {
    await using fixture = await createFixture();
    await writeFile(join(fixture.root, 'state'), 'a file where a folder should be');
    await expect(fixture.store.save(request)).rejects.toMatchObject({
      ...refused,
      hint: expect.stringContaining('free space'),
    });
    await rm(join(fixture.root, 'state'));
    await expect(fixture.store.save(request)).resolves.toMatchObject({ bytes: 5 });
  });

  it('fault 117: names come from the store, files are private', async () => {
    await using fixture = await createFixture();
    const hostile = [
      '../../x',
      '/etc/passwd',
      '..\\..\\x',
      'a\0b',
      'CON',
      '',
      '.',
      'x'.repeat(5_000),
      'файл',
      '\u202e😀',
      '-rf',
    ];
    for (const name of hostile) {
      const { path } = await fixture.store.save({ server: name, tool: name, data: 'x' });
      expect(path).toMatch(/\/results\/session-[^/]+\/mcp-[\w-]{1,40}-[\w-]{1,40}-[^/]+\.txt$/);
      expect(path.startsWith(fixture.directory)).toBe(true);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
      expect((await stat(fixture.directory)).mode & 0o777).toBe(0o700);
    }
  });

  it('fault 117: a name never leaves the folder', async () => {
    await using fixture = await createFixture();
    const names = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(names, names, async (server, tool) => {
        const { path } = await fixture.store.save({ server, tool, data: '' });
        expect(path).toMatch(/^[\w/.-]+$/);
        expect(dirname(dirname(path))).toBe(fixture.directory);
      }),
      { numRuns: 50 },
    );
  });

  it('fault 117: a link in the place of its folders is refused', async () => {
    await using fixture = await createFixture();
    const elsewhere = join(fixture.root, 'elsewhere');
    await mkdir(elsewhere);
    await mkdir(dirname(fixture.directory));
    await symlink(elsewhere, fixture.directory);
    await expect(fixture.store.save(request)).rejects.toMatchObject(refused);
    await rm(fixture.directory);
    await symlink(join(fixture.root, 'missing'), fixture.directory);
    await expect(fixture.store.save(request)).rejects.toMatchObject(refused);
    await rm(fixture.directory);

    const { path } = await fixture.store.save(request);
    await rename(dirname(path), `${dirname(path)}-moved`);
    await symlink(elsewhere, dirname(path));
    await expect(fixture.store.save(request)).rejects.toMatchObject(refused);
    await rm(dirname(path));
    await rename(fixture.directory, `${fixture.directory}-moved`);
    await symlink(`${fixture.directory}-moved`, fixture.directory);
    await expect(fixture.store.save(request)).rejects.toMatchObject(refused);
    expect(await readdir(elsewhere)).toEqual([]);
    expect((await lstat(fixture.directory)).isSymbolicLink()).toBe(true);
  });
});
