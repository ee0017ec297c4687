import { setTimeout as delay } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { truncateText } from '@toolpool/foundation/text';
import { callGuarded } from '../call-guarded.ts';
import { createClosedError, createServerWording } from '../server-wording.ts';
import { MAX_MESSAGE_BYTES } from '../too-large-response.ts';
import type { ToolpoolTransport, TransportDiagnostics } from '../toolpool-transport.ts';
import type { StdioTransportConfig } from '../transport-config.ts';
import type { StdioOptions, TransportDependencies } from '../transport-dependencies.ts';
import { createChildEnvironment } from './child-environment.ts';
import { createExitError } from './exit-error.ts';
import { noteOlderProcesses } from './find-marked-processes.ts';
import { FrameReader } from './frame-reader.ts';
import {
  checkFolder,
  isShortage,
  type LaunchContext,
  launchServer,
  type ServerProcess,
  waitForSpawn,
} from './launch-server.ts';
import { RunningServer, type ServerExit } from './running-server.ts';
import { createServerMarker } from './server-marker.ts';
import { StderrTail } from './stderr-tail.ts';
import { collectStdioSecrets } from './stdio-secrets.ts';

const MAX_PENDING_BYTES = 2 ** 24;
const QUOTED_LINE_LENGTH = 200;
const SHORTAGE_PAUSES_MS = [50, 100, 200, 400, 800];

/**
 * Runs a server as a child process, in a process group of its own and without a shell. Lines that
 * are no messages are skipped, a message over the limit fails only the call it answers, and `close`
 * resolves when no process of the group is left but zombies.
 *
 * `start` rejects with a {@link ToolpoolError}: `TOOLPOOL_TRANSPORT_CWD_NOT_FOUND`,
 * `TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND`, `TOOLPOOL_TRANSPORT_SPAWN_FAILED`. `closeReason` tells exit
 * code, signal and the last lines of standard error: `TOOLPOOL_TRANSPORT_EXITED`.
 */
export class StdioTransport implements ToolpoolTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #context: LaunchContext;
  readonly #options: StdioOptions;
  readonly #maxMessageBytes: number;
  readonly #stderr: StderrTail;
  readonly #marker = createServerMarker();
  #starting: Promise<void> | undefined;
  #server: RunningServer | undefined;
  #over = false;
  #closeReason: ToolpoolError | undefined;
  #skippedLines = 0;
  #firstSkippedLine: string | undefined;

  constructor(config: StdioTransportConfig, dependencies: TransportDependencies = {}) {
    const { serverName, display, environment = process.env, stdio = {} } = dependencies;
    const wording = createServerWording(serverName, collectStdioSecrets(config, dependencies));
    const { env, envPassthrough } = config;
    this.#context = {
      config,
      environment: createChildEnvironment({
        environment,
        env,
        envPassthrough,
        marker: this.#marker,
      }),
      command: wording.present(display?.command ?? config.command),
      wording,
    };
    this.#options = stdio;
    this.#maxMessageBytes = dependencies.maxMessageBytes ?? MAX_MESSAGE_BYTES;
    this.#stderr = new StderrTail(wording.present);
  }

  get closeReason(): ToolpoolError | undefined {
    return this.#closeReason;
  }

  start(): Promise<void> {
    if (this.#starting !== undefined) {
      return Promise.reject(new TypeError('A transport starts only once.'));
    }
    this.#starting = this.#start();
    return this.#starting;
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#server === undefined || this.#over) return Promise.reject(this.#closedError());
    try {
      return this.#server.write(toLine(message));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async close(): Promise<void> {
    this.#finish(undefined);
    if (this.#server === undefined) await this.#starting?.catch(() => {});
    await this.#server?.end();
  }

  diagnostics(): TransportDiagnostics {
    const stderr = this.#stderr.quote();
    return {
      skippedLines: this.#skippedLines,
      ...(this.#firstSkippedLine !== undefined && { firstSkippedLine: this.#firstSkippedLine }),
      ...(stderr !== '' && { stderr }),
    };
  }

  async #start(): Promise<void> {
    try {
      this.#throwIfOver();
      await checkFolder(this.#context);
      this.#throwIfOver();
      await this.#launch();
      this.#throwIfOver();
    } catch (error) {
      this.#finish(ToolpoolError.isInstance(error) ? error : undefined);
      throw error;
    }
  }

  /** Tries again for a moment while the system has no room for another process. */
  async #launch(): Promise<void> {
    noteOlderProcesses();
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#launchOnce();
      } catch (error) {
        const pauseMs = SHORTAGE_PAUSES_MS[tries];
        if (pauseMs === undefined || !isShortage(error)) throw error;
        await delay(pauseMs);
        this.#throwIfOver();
      }
    }
  }

  #launchOnce(): Promise<void> {
    const child = launchServer(this.#context);
    const spawned = waitForSpawn(child, this.#context);
    if (child.pid !== undefined) this.#run(child, child.pid);
    return spawned;
  }

  #run(child: ServerProcess, processId: number): void {
    const reader = new FrameReader({
      maxMessageBytes: this.#maxMessageBytes,
      onMessage: this.#deliver,
      onSkippedLine: this.#skip,
    });
    this.#server = new RunningServer(child, processId, {
      marker: this.#marker,
      maxPendingBytes: this.#options.maxPendingBytes ?? MAX_PENDING_BYTES,
      shutdown: this.#options.shutdown ?? {},
      reader,
      onErrorOutput: (chunk) => this.#stderr.write(chunk),
    });
    void this.#server.ended.then(this.#explainEnd);
  }

  readonly #deliver = (message: JSONRPCMessage): void => {
    if (!this.#over) callGuarded(this, () => this.onmessage?.(message));
  };

  readonly #skip = (line: string): void => {
    this.#skippedLines += 1;
    this.#firstSkippedLine ??= truncateText(
      this.#context.wording.present(truncateText(line, 20 * QUOTED_LINE_LENGTH)),
      QUOTED_LINE_LENGTH,
    );
  };

  readonly #explainEnd = (exit: ServerExit | undefined): void => {
    const { command, wording } = this.#context;
    this.#finish(createExitError({ exit, command, stderr: this.#stderr.quote() }, wording));
  };

  /** Ends the conversation, once; the processes are for {@link close}. */
  #finish(reason: ToolpoolError | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#closeReason = reason;
    this.#server?.fail(this.#closedError());
    callGuarded(this, () => this.onclose?.());
  }

  #throwIfOver(): void {
    if (this.#over) throw this.#closedError();
  }

  #closedError(): ToolpoolError {
    return this.#closeReason ?? createClosedError(this.#context.wording);
  }
}

/** What some readers of lines take for the end of one; JSON may have them escaped (RFC 8259, section 7). */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

function toLine(message: JSONRPCMessage): string {
  const text = JSON.stringify(message);
  const escaped = (end: string) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${text.replace(LINE_ENDS, escaped)}\n`;
}
