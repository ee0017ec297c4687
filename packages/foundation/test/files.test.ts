import { execFile } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@toolpool/testing';
import * as fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { ensurePrivateDirectory, readTextFile, updateFile, writeFileAtomic } from '../src/files.ts';

const run = promisify(execFile);

const test = base.extend<{ dir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures from this pattern
  async dir({}, use) {
    await using directory = temporaryDirectory();
    await use(directory.path);
  },
});

const modeOf = (path: string) => statSync(path).mode & 0o777;
const failed = { name: 'ToolpoolError', code: 'TOOLPOOL_FILE_WRITE_FAILED' };
const unreadable = { name: 'ToolpoolError', code: 'TOOLPOOL_FILE_UNREADABLE' };

describe('writeFileAtomic', () => {
  test('replaces a file and leaves nothing beside it', async ({ dir }) => {
    const path = join(dir, 'a.json');
    await writeFileAtomic(path, 'old');
    await writeFileAtomic(path, Buffer.from('né'));
    expect(readFileSync(path, 'utf8')).toBe('né');
    expect(readdirSync(dir)).toEqual(['a.json']);
  });

  test('gives a new file its mode and an existing one its own', async ({ dir }) => {
    const path = join(dir, 'a');
    await writeFileAtomic(path, '1', { mode: 0o600 });
    expect(modeOf(path)).toBe(0o600);
    chmodSync(path, 0o640);
    await writeFileAtomic(path, '2', { mode: 0o600 });
    expect(modeOf(path)).toBe(0o640);
    await writeFileAtomic(join(dir, 'b'), '1');
    expect(modeOf(join(dir, 'b'))).toBe(0o644);
  });

  test('creates missing folders, private ones for a private file', async ({ dir }) => {
    await writeFileAtomic(join(dir, 'a/b/c'), '1', { mode: 0o600 });
    expect([modeOf(join(dir, 'a')), modeOf(join(dir, 'a/b'))]).toEqual([0o700, 0o700]);
    await writeFileAtomic(join(dir, 'open/c'), '1');
    expect(modeOf(join(dir, 'open'))).toBe(0o755);
  });

  test('follows links, also to a file that is not there', async ({ dir }) => {
    mkdirSync(join(dir, 'real'));
    symlinkSync('real', join(dir, 'folder'));
    symlinkSync('../second', join(dir, 'real/first'));
    symlinkSync('real/target', join(dir, 'second'));
    await writeFileAtomic(join(dir, 'folder/first'), '1');
    expect(readFileSync(join(dir, 'real/target'), 'utf8')).toBe('1');
    expect(readlinkSync(join(dir, 'real/first'))).toBe('../second');
  });

  test('breaks a hard link instead of writing through it', async ({ dir }) => {
    writeFileSync(join(dir, 'other'), 'theirs');
    linkSync(join(dir, 'other'), join(dir, 'ours'));
    await writeFileAtomic(join(dir, 'ours'), 'new');
    expect(readFileSync(join(dir, 'other'), 'utf8')).toBe('theirs');
  });

  test('fails on a folder, a pipe, a link loop or a file as folder', async ({ dir }) => {
    mkdirSync(join(dir, 'folder'));
    await run('mkfifo', [join(dir, 'pipe')]);
    symlinkSync('loop', join(dir, 'loop'));
    writeFileSync(join(dir, 'file'), 'x');
    for (const name of ['folder', 'pipe', 'loop', 'file/child']) {
      const error = await writeFileAtomic(join(dir, name), 'x').catch((reason: unknown) => reason);
      expect(error).toMatchObject({ ...failed, data: { path: join(dir, name) } });
    }
    expect(readdirSync(dir).sort()).toEqual(['file', 'folder', 'loop', 'pipe']);
    expect(lstatSync(join(dir, 'pipe')).isFIFO()).toBe(true);
  });

  test('says what failed and what to do', async ({ dir }) => {
    mkdirSync(join(dir, 'a'));
    await expect(writeFileAtomic(join(dir, 'a'), 'x')).rejects.toMatchObject({
      message: `Could not write ${join(dir, 'a')}: EISDIR.`,
      hint: 'A folder stands where the file should be: move it away.',
      data: { errno: 'EISDIR' },
    });
  });

  test('sweeps what dead processes left, and nothing else', async ({ dir }) => {
    const host = hostname()
      .replace(/[^A-Za-z0-9-]/g, '')
      .slice(0, 64);
    const name = (pid: number, owner = host) => `.toolpool-${owner}.${pid}.0123456789abcdef.tmp`;
    const dead = (await run('sh', ['-c', 'echo $$'])).stdout.trim();
    const stale = [name(Number(dead)), name(process.pid)];
    const kept = [name(process.ppid), name(Number(dead), 'elsewhere'), 'x.tmp'];
    for (const file of [...stale, ...kept]) writeFileSync(join(dir, file), '');
    utimesSync(join(dir, name(process.pid)), 1, 1);
    await writeFileAtomic(join(dir, 'a'), 'x');
    expect(readdirSync(dir).sort()).toEqual(['a', ...kept].sort());
  });
});

describe('readTextFile', () => {
  test('reads what was written', async ({ dir }) => {
    const path = join(dir, 'a');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        writeFileSync(path, text);
        expect(await readTextFile(path)).toBe(text);
      }),
      { numRuns: 50 },
    );
    writeFileSync(path, '\ufeff{}');
    expect(await readTextFile(path)).toBe('\ufeff{}');
  });

  test('gives nothing where there is no file', async ({ dir }) => {
    writeFileSync(join(dir, 'file'), '');
    symlinkSync('missing', join(dir, 'link'));
    for (const name of ['missing', 'missing/a', 'file/a', 'link']) {
      expect(await readTextFile(join(dir, name))).toBeUndefined();
    }
  });

  test('refuses a folder, a pipe, a socket and a link loop at once', async ({ dir }) => {
    await run('mkfifo', [join(dir, 'pipe')]);
    symlinkSync('loop', join(dir, 'loop'));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(dir, 'socket'), resolve));
    for (const path of [dir, join(dir, 'pipe'), join(dir, 'socket'), join(dir, 'loop')]) {
      await expect(readTextFile(path)).rejects.toMatchObject({ ...unreadable, data: { path } });
    }
    server.close();
  });

  test('refuses a byte more than allowed', async ({ dir }) => {
    const path = join(dir, 'a');
    writeFileSync(path, 'x'.repeat(10));
    expect(await readTextFile(path, 10)).toHaveLength(10);
    await expect(readTextFile(path, 9)).rejects.toMatchObject(unreadable);
  });

  test('reads a file whose size the system does not know', async () => {
    expect(await readTextFile('/proc/self/status')).toContain('VmRSS');
    await expect(readTextFile('/proc/self/status', 20)).rejects.toMatchObject(unreadable);
  });

  test('refuses bytes that are no UTF-8, so that a rewrite cannot harm them', async ({ dir }) => {
    writeFileSync(join(dir, 'a'), Buffer.from('ÿþ{}', 'latin1'));
    const message = `Could not read ${join(dir, 'a')}: it is not UTF-8 text.`;
    await expect(readTextFile(join(dir, 'a'))).rejects.toMatchObject({ ...unreadable, message });
  });
});

describe('ensurePrivateDirectory', () => {
  test('creates folders that others cannot enter', async ({ dir }) => {
    await ensurePrivateDirectory(join(dir, 'a/b'));
    expect([modeOf(join(dir, 'a')), modeOf(join(dir, 'a/b'))]).toEqual([0o700, 0o700]);
  });

  test('closes an open one', async ({ dir }) => {
    mkdirSync(join(dir, 'a'), { mode: 0o755 });
    await ensurePrivateDirectory(join(dir, 'a'));
    expect(modeOf(join(dir, 'a'))).toBe(0o700);
  });

  test('leaves a folder that all users share as it is', async ({ dir }) => {
    const shared = join(dir, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    await expect(ensurePrivateDirectory(shared)).rejects.toMatchObject(failed);
    expect(modeOf(shared)).toBe(0o777);
  });

  test('fails where a file stands', async ({ dir }) => {
    writeFileSync(join(dir, 'a'), '');
    for (const name of ['a', 'a/b']) {
      await expect(ensurePrivateDirectory(join(dir, name))).rejects.toMatchObject(failed);
    }
  });
});

describe('updateFile', () => {
  const increment = (text = '0') => String(Number(text) + 1);

  test('loses none of many changes at once, and leaves no lock file', async ({ dir }) => {
    const path = join(dir, 'n');
    symlinkSync('n', join(dir, 'link'));
    const changes = Array.from({ length: 50 }, (_, index) =>
      updateFile(index % 2 ? path : join(dir, 'link'), increment),
    );
    await Promise.all(changes);
    expect(readFileSync(path, 'utf8')).toBe('50');
    expect(readdirSync(dir).sort()).toEqual(['link', 'n']);
  });

  test('leaves the file as it is when there is nothing to change', async ({ dir }) => {
    const path = join(dir, 'a');
    const seen: (string | undefined)[] = [];
    await updateFile(path, (text) => void seen.push(text));
    writeFileSync(path, 'x');
    const before = statSync(path);
    await updateFile(path, async (text) => void seen.push(text));
    expect(seen).toEqual([undefined, 'x']);
    expect(statSync(path).ino).toBe(before.ino);
  });

  test('passes on what the change throws, and is free again', async ({ dir }) => {
    const path = join(dir, 'a');
    const fail = () => {
      throw new RangeError('mine');
    };
    await expect(updateFile(path, fail)).rejects.toThrow('mine');
    await updateFile(path, increment);
    expect(readdirSync(dir)).toEqual(['a']);
  });

  test('creates a private file with private folders', async ({ dir }) => {
    await updateFile(join(dir, 'p/a'), increment, { mode: 0o600 });
    expect([modeOf(join(dir, 'p')), modeOf(join(dir, 'p/a'))]).toEqual([0o700, 0o600]);
  });

  test('does not follow a planted lock file, nor remove one with content', async ({ dir }) => {
    symlinkSync('victim', join(dir, 'a.lock'));
    await expect(updateFile(join(dir, 'a'), increment)).rejects.toMatchObject(failed);
    writeFileSync(join(dir, 'b.lock'), 'of somebody');
    await updateFile(join(dir, 'b'), increment);
    expect(readdirSync(dir).sort()).toEqual(['a.lock', 'b', 'b.lock']);
  });
});
