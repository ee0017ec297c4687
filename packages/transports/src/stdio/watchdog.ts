import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { readStartTime } from './read-start-time.ts';
import { HOST_ID } from './server-marker.ts';
import { WATCHDOG_SCRIPT } from './watchdog-script.ts';

/** Servers come and go in a row; the watchdog goes when none has come for so long. */
const LINGER_MS = 1000;
const FIRST_RESTART_MS = 100;
const MAX_RESTART_MS = 60_000;

/**
 * Ends the process groups of this host when the host is killed, from a tiny process that the end of
 * a pipe tells so. In a session of its own it gets no Ctrl-C; it never keeps the host alive; it goes
 * with the last group or with the host; when it dies, another takes over.
 *
 * Not on Windows: the job object of libuv there takes the servers along with a killed host, though
 * not what they started.
 */
class Watchdog {
  /** Start times of the leaders, by group. */
  readonly #groups = new Map<number, number>();
  #process: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #restartMs = FIRST_RESTART_MS;

  /** For the turn in which the leader was spawned: later, its number may be another's. */
  add(groupId: number): void {
    this.#groups.set(groupId, readStartTime(groupId));
    if (this.#process !== undefined) {
      this.#stopTimer();
      this.#send(`+ ${groupId} ${this.#groups.get(groupId)}\n`);
    } else if (this.#timer === undefined) {
      // After this turn, in which the server gets its first message.
      setImmediate(this.#start);
    }
  }

  delete(groupId: number): void {
    this.#groups.delete(groupId);
    this.#send(`- ${groupId}\n`);
    if (this.#groups.size > 0) return;
    if (this.#process === undefined) this.#stopTimer();
    else this.#setTimer(this.#end, LINGER_MS);
  }

  readonly #start = (): void => {
    this.#timer = undefined;
    if (this.#process !== undefined || this.#groups.size === 0) return;
    this.#startedAt = performance.now();
    try {
      this.#process = this.#spawn();
    } catch {
      this.#restart();
    }
  };

  #spawn(): ChildProcess {
    // Given at once: the host may be killed before it could write them.
    const groups = [...this.#groups].map(([id, startTime]) => `${id}:${startTime}`).join(' ');
    const child = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'toolpool-watchdog', HOST_ID, groups], {
      cwd: '/',
      // Without the marker of a server, should this host be one's descendant.
      env: { PATH: process.env.PATH },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const replace = () => {
      if (this.#process === child) this.#restart();
    };
    child.once('error', replace).once('exit', replace).unref();
    // Absent when the system had no file left for it.
    const pipe = child.stdin as Socket | undefined;
    pipe?.on('error', () => {}).unref();
    return child;
  }

  #restart(): void {
    this.#process = undefined;
    if (performance.now() - this.#startedAt > MAX_RESTART_MS) this.#restartMs = FIRST_RESTART_MS;
    this.#setTimer(this.#start, this.#restartMs);
    this.#restartMs = Math.min(2 * this.#restartMs, MAX_RESTART_MS);
  }

  readonly #end = (): void => {
    this.#timer = undefined;
    this.#process?.stdin?.end();
    this.#process = undefined;
  };

  #send(line: string): void {
    this.#process?.stdin?.write(line);
  }

  #setTimer(callback: () => void, ms: number): void {
    this.#stopTimer();
    this.#timer = setTimeout(callback, ms).unref();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** The one of this process. */
export const watchdog: Watchdog = new Watchdog();
