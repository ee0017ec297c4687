import { readdir, readFile } from 'node:fs/promises';

let running: Promise<ReadonlySet<number>> | undefined;

/**
 * Reads the ids of all process groups that hold a process other than a zombie, from Linux's `/proc`.
 * Callers at the same time share one reading.
 */
export function readProcessGroups(): Promise<ReadonlySet<number>> {
  running ??= scan().finally(() => {
    running = undefined;
  });
  return running;
}

async function scan(): Promise<ReadonlySet<number>> {
  const names = await readdir('/proc');
  const groups = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readGroup));
  return new Set(groups.filter((group) => group !== undefined));
}

async function readGroup(processId: string): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${processId}/stat`, 'latin1');
    // The command's name stands in parentheses and may itself hold some.
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : Number(group);
  } catch {
    // It ended while the folder was read.
    return undefined;
  }
}
