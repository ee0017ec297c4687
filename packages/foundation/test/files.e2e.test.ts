import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { updateFile } from '@toolpool/foundation/files';
import { temporaryDirectory } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./fixtures/write-files.mjs', import.meta.url));
const start = (action: string, path: string) =>
  spawn(process.execPath, [script, action, path], { stdio: ['ignore', 'pipe', 'inherit'] });

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

describe.concurrent('updateFile', () => {
  it('loses none of the changes of eight processes', async () => {
    await using directory = temporaryDirectory();
    const path = join(directory.path, 'n');
    await Promise.all(
      Array.from({ length: 8 }, () => run(process.execPath, [script, 'increment', path])),
    );
    expect(readFileSync(path, 'utf8')).toBe('200');
    expect(readdirSync(directory.path)).toEqual(['n']);
  });

  it('leaves the old or the new file, and no lock, when it is killed', async () => {
    await using directory = temporaryDirectory();
    const path = join(directory.path, 'n');
    for (let round = 0; round < 15; round += 1) {
      const child = start('count', path);
      let said = '';
      child.stdout.on('data', (chunk) => {
        said += chunk;
      });
      await once(child.stdout, 'data');
      await delay(Math.random() * 30);
      await kill(child);
      const last = Number(said.trim().split('\n').pop());
      const [number, body, end] = readFileSync(path, 'utf8').split(' ');
      expect(Number(number)).toBeGreaterThanOrEqual(last);
      expect([body === String(number).repeat(50_000), end]).toEqual([true, 'end']);
    }
    // One process starts after the last kill, and sweeps the folder.
    await kill(await counted(path));
    const left = readdirSync(directory.path).filter((name) => name.endsWith('.tmp'));
    expect(left.length).toBeLessThanOrEqual(1);
  });

  it('gives up after ten seconds of a lock that is held', async () => {
    await using directory = temporaryDirectory();
    const path = join(directory.path, 'a');
    const holder = start('hold', path);
    await once(holder.stdout, 'data');
    await expect(updateFile(path, () => 'mine')).rejects.toMatchObject({
      code: 'TOOLPOOL_FILE_LOCKED',
      data: { path },
    });
    await kill(holder);
  });
});

describe('lock of updateFile', () => {
  it('takes over the lock of a killed process at once', async () => {
    await using directory = temporaryDirectory();
    const path = join(directory.path, 'a');
    const holder = start('hold', path);
    await once(holder.stdout, 'data');
    const waiting = updateFile(path, () => 'mine');
    await delay(50);
    expect(readdirSync(directory.path)).toEqual(['a.lock']);
    await kill(holder);
    const since = performance.now();
    await waiting;
    expect(performance.now() - since).toBeLessThan(1000);
    expect(readdirSync(directory.path)).toEqual(['a']);
  });
});

describe('writeFileAtomic', () => {
  it('keeps the old file and removes its own when there is no room', async () => {
    await using directory = temporaryDirectory();
    const path = join(directory.path, 'a');
    writeFileSync(path, 'old');
    const limited = 'ulimit -f 8; trap "" XFSZ; exec "$@"';
    const { stdout } = await run('sh', [
      '-c',
      limited,
      'sh',
      process.execPath,
      script,
      'fail',
      path,
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'TOOLPOOL_FILE_WRITE_FAILED',
      data: { path, errno: 'EFBIG' },
    });
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(directory.path)).toEqual(['a']);
  });

  it.runIf(process.getuid?.() === 0)('names a missing permission', async () => {
    await using directory = temporaryDirectory();
    chmodSync(directory.path, 0o755);
    mkdirSync(join(directory.path, 'closed'), { mode: 0o755 });
    const path = join(directory.path, 'closed/a');
    const { stdout } = await run(process.execPath, [script, 'fail', path], { uid: 65534 });
    expect(JSON.parse(stdout)).toMatchObject({
      data: { errno: 'EACCES' },
      hint: 'Check who owns the file and its folder, and their permissions.',
    });
  });
});

/** A process that has written once. */
async function counted(path: string): Promise<ChildProcess> {
  const child = start('count', path);
  await once(child.stdout, 'data');
  return child;
}
