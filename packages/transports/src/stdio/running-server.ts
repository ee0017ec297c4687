import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ToolpoolError } from '@toolpool/foundation/errors';
import { settlesWithin } from '../settles-within.ts';
import type { StdioShutdown } from '../transport-dependencies.ts';
import { endEscapedProcesses } from './end-escaped-processes.ts';
import { endProcessGroup } from './end-process-group.ts';
import type { FrameReader } from './frame-reader.ts';
import type { ServerProcess } from './launch-server.ts';
import { trackProcessGroup } from './live-process-groups.ts';
import { OutputTurns } from './output-turns.ts';
import { createProcessGroup, type ProcessGroup } from './process-group.ts';
import { WriteQueue } from './write-queue.ts';

/** How long the exit may take that explains why a pipe was closed. */
const EXIT_WAIT_MS = 250;
/** How long the last output may take after the exit, should a grandchild hold the pipe open. */
const OUTPUT_WAIT_MS = 100;
/** More than a pipe and a stream hold between them. */
const MAX_LEFT_BYTES = 2 ** 20;

/** How a process ended. */
export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningServerOptions {
  /** By which processes are found that left the group. */
  readonly marker: string;
  readonly maxPendingBytes: number;
  readonly shutdown: StdioShutdown;
  /** Of what it writes to its standard output. */
  readonly reader: FrameReader;
  readonly onErrorOutput: (chunk: Buffer) => void;
}

/** A launched process with its pipes and its group, from the launch until nothing is left of it. */
export class RunningServer {
  /**
   * Resolves when the server has ended the conversation and its last output has been handed on:
   * with its exit, or `undefined` when it closed a pipe and lives on.
   */
  readonly ended: Promise<ServerExit | undefined>;
  readonly #child: ServerProcess;
  readonly #group: ProcessGroup;
  readonly #queue: WriteQueue;
  readonly #shutdown: StdioShutdown;
  readonly #marker: string;
  readonly #output: OutputTurns;
  readonly #untrack: () => void;
  readonly #allClosed: Promise<void>;
  #ending: Promise<void> | undefined;

  constructor(child: ServerProcess, processId: number, options: RunningServerOptions) {
    this.#child = child;
    this.#group = createProcessGroup(child, processId);
    this.#untrack = trackProcessGroup(this.#group);
    this.#queue = new WriteQueue(child.stdin, options.maxPendingBytes);
    this.#shutdown = options.shutdown;
    this.#marker = options.marker;
    this.#output = new OutputTurns(child.stdout, options.reader);
    child.stderr.on('data', options.onErrorOutput);
    for (const pipe of child.stdio) pipe?.on('error', () => {});
    this.#allClosed = new Promise((resolve) => child.once('close', () => resolve()));
    this.ended = this.#watch();
  }

  write(line: string): Promise<void> {
    return this.#queue.write(line);
  }

  /** Rejects every write that waits, and every later one. */
  fail(error: ToolpoolError): void {
    this.#queue.fail(error);
  }

  /** Ends the whole group and who left it; resolves when nothing is left but zombies. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    await endProcessGroup(this.#group, () => this.#child.stdin.end(), this.#shutdown);
    if (!this.#group.leaderRuns()) {
      this.#untrack();
      await Promise.all([this.#outputEnds(), endEscapedProcesses(this.#marker)]);
    }
    // Who left the group, or outlives SIGKILL, may hold the other ends: ours must not hold the host.
    for (const pipe of this.#child.stdio) pipe?.destroy();
    this.#child.unref();
  }

  async #watch(): Promise<ServerExit | undefined> {
    const { stdin, stdout } = this.#child;
    const pipeClosed = new Promise<void>((resolve) => {
      stdout.once('end', resolve);
      stdin.once('error', () => resolve());
    });
    await Promise.race([this.#group.leaderExited, pipeClosed]);
    await settlesWithin(this.#group.leaderExited, EXIT_WAIT_MS);
    void this.end();
    if (this.#group.leaderRuns()) return undefined;
    await this.#outputEnds();
    return { code: this.#child.exitCode, signal: this.#child.signalCode };
  }

  async #outputEnds(): Promise<void> {
    const before = this.#output.bytesRead;
    let last = -1;
    while (!(await settlesWithin(this.#allClosed, OUTPUT_WAIT_MS))) {
      // The timer may be late on a busy loop: what has arrived meanwhile is read in this turn.
      await nextTurn();
      const { bytesRead } = this.#output;
      // What the process itself has left in the pipe is not more than that.
      if (bytesRead === last || bytesRead - before > MAX_LEFT_BYTES) break;
      last = bytesRead;
    }
    await this.#output.drained();
  }
}
