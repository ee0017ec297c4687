import { hostileProjects } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createTrap, secrets, verbs } from './hostile-trap.ts';

const soak = process.env.TOOLPOOL_SOAK === '1';

describe.each([
  { where: 'pipe', io: {} },
  { where: 'terminal', io: { terminal: { columns: 80 }, input: 'n\n' } },
])('fault 22 and fault 23: on a $where, in a hostile project', ({ where, io }) => {
  it.each(hostileProjects)('%s: no verb starts, dials or reads anything', async (what, plant) => {
    await using trap = await createTrap(plant);
    const { folder: cwd, env } = trap;
    // Half of the verbs on a pipe and half on a terminal for each project, all of them in a soak.
    const offset = (hostileProjects.findIndex(([name]) => name === what) + where.length) % 2;
    const chosen = verbs.filter((_, index) => soak || index % 2 === offset);
    for (const words of chosen) {
      const { code, stdout, stderr } = await trap.project.cli(words, { cwd, env, ...io });
      expect(code, words.join(' ')).not.toBe(70);
      expect(stdout + stderr).not.toMatch(secrets);
    }
    expect(trap.touched()).toEqual([]);
  });
});
