import { readdirSync, readFileSync } from 'node:fs';

/** What Linux's `/proc/<id>/stat` says of a process. */
export interface ProcessStatus {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** `0`: none. */
  readonly terminal: number;
  /** A letter, as in ps(1). */
  readonly state: string;
}

/** Ids of the other living processes whose environment holds a text; zombies do not count. Linux. */
export function processesWithMarker(marker: string): number[] {
  return otherProcesses()
    .filter((id) => read(`/proc/${id}/environ`).includes(marker))
    .filter((id) => isAlive(processStatus(id)));
}

/** The living children of a process. Linux. */
export function childrenOf(id: number): number[] {
  return otherProcesses()
    .map(processStatus)
    .filter((status) => status?.parent === id && isAlive(status))
    .map((status) => status?.id as number);
}

/** The status of a process, zombies too; `undefined` when it is gone. Linux. */
export function processStatus(id: number): ProcessStatus | undefined {
  const stat = read(`/proc/${id}/stat`);
  // The name before the state may hold anything, `)` too.
  const [state, ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!state) return undefined;
  const [parent, group, session, terminal] = numbers.map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return { id, parent, group, session, terminal, state };
}

function otherProcesses(): number[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.map(Number).filter((id) => id !== process.pid);
}

function isAlive(status: ProcessStatus | undefined): boolean {
  return status !== undefined && !['Z', 'X'].includes(status.state);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
