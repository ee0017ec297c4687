import { hostileProjects } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createTrap, secrets, verbs } from './hostile-trap.ts';

describe.each([
  { where: 'pipe', io: {} },
  { where: 'terminal', io: { terminal: { columns: 80 }, input: 'n\n' } },
])('fault 22 and fault 23: on a $where, in a hostile project', ({ io }) => {
  it.each(hostileProjects)('%s: no verb starts, dials or reads anything', async (_, plant) => {
    await using trap = await createTrap(plant);
    const { folder: cwd, env } = trap;
    for (const words of verbs) {
      const { code, stdout, stderr } = await trap.project.cli(words, { cwd, env, ...io });
      expect(code, words.join(' ')).not.toBe(70);
      expect(stdout + stderr).not.toMatch(secrets);
    }
    expect(trap.touched()).toEqual([]);
  });
});
