import { execFileSync, spawn } from 'node:child_process';
import { hostileProjects } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createTrap, secrets, verbs } from './hostile-trap.ts';
import { type BinOptions, type BinResult, bin, runBin } from './run-bin.ts';

const soak = process.env.TOOLPOOL_SOAK === '1';
/** One project in so many, and one verb in so many of each; in a soak every one. */
const [EACH_PROJECT, EACH_VERB] = soak ? [1, 1] : [11, 12];

/** Runs the built program on a terminal of its own, with `n` typed in advance for every question. */
function runOnTerminal(argv: readonly string[], { cwd, env }: BinOptions): Promise<BinResult> {
  const words = [process.execPath, bin, ...argv].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  const child = spawn('script', ['-qefc', words.join(' '), '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, TERM: 'xterm', ...env },
    stdio: 'pipe',
  });
  child.stdin.write('n\n'.repeat(300));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve({ code, signal, stdout: Buffer.concat(chunks).toString(), stderr: '' });
    });
  });
}

/** `script` of util-linux takes a command; others are left to the terminal of the unit tests. */
function hasTerminal(): boolean {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
}

const ways = [
  { where: 'pipe', run: runBin },
  ...(hasTerminal() ? [{ where: 'terminal', run: runOnTerminal }] : []),
];
const chosen = hostileProjects.filter((_, index) => index % EACH_PROJECT === 0);

describe.each(ways)('fault 22 and fault 23: the built program on a $where', ({ where, run }) => {
  it.each(chosen)('%s: no verb starts, dials or reads anything', async (what, plant) => {
    await using trap = await createTrap(plant);
    const offset = (chosen.findIndex(([name]) => name === what) * 5 + where.length) % EACH_VERB;
    for (const [index, words] of verbs.entries()) {
      if (index % EACH_VERB !== offset) continue;
      const { code, stdout, stderr } = await run(words, { cwd: trap.folder, env: trap.env });
      expect(code, `${words.join(' ')}: ${stdout}${stderr}`).not.toBe(70);
      expect(code).not.toBe(null);
      expect(stdout + stderr).not.toMatch(secrets);
    }
    expect(trap.touched()).toEqual([]);
  });
});

it.runIf(hasTerminal())('is asked on that terminal, and hears the answer', async () => {
  const [, plant] = hostileProjects.find(([name]) => name === 'a command') ?? [];
  if (plant === undefined) throw new Error('The project is gone.');
  await using trap = await createTrap(plant);
  const { code, stdout } = await runOnTerminal(['approve'], { cwd: trap.folder, env: trap.env });
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('[y/N]') });
  expect(trap.touched()).toEqual([]);
});
