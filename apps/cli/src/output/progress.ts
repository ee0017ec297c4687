import type { SingleBar } from 'cli-progress';
import type { CommandContext } from '../command-context.ts';
import { writeNote } from './notes.ts';
import { safeLine } from './text.ts';

interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Shows how far a call has come; `stop` leaves the line to others. */
export interface ProgressView {
  update(progress: Progress): void;
  stop(): void;
}

/** A bar on a terminal, plain lines with `--verbose`, nothing otherwise; all on standard error. */
export function createProgressView(context: CommandContext): ProgressView {
  const { io, global } = context;
  if (io.stderr.isTTY && !global.quiet) return createBar(io.stderr);
  return {
    update: (progress) => {
      if (global.verbose) writeNote(context, describe(progress));
    },
    stop: () => undefined,
  };
}

/** The bar's code is loaded with the first progress: most calls end before they have any. */
function createBar(stream: NodeJS.WritableStream): ProgressView {
  let latest: Progress = { progress: 0 };
  let bar: SingleBar | undefined;
  let requested = false;
  let stopped = false;
  const load = async () => {
    const { default: cliProgress } = await import('cli-progress');
    if (stopped) return;
    bar = new cliProgress.SingleBar({
      stream,
      format: '{bar} {percentage}% {message}',
      barCompleteChar: '█',
      barIncompleteChar: '░',
      barsize: 30,
      clearOnComplete: true,
      // Otherwise wrapping is switched off, and stays off when the process ends in a hurry.
      linewrap: true,
    });
    bar.start(1, 0, { message: '' });
    draw(bar, latest);
  };
  return {
    update(progress) {
      latest = progress;
      if (bar) draw(bar, progress);
      else if (!requested) void load();
      requested = true;
    },
    stop() {
      stopped = true;
      bar?.stop();
    },
  };
}

function draw(bar: SingleBar, { progress, total, message }: Progress): void {
  // Without a total the bar only grows, and is never full.
  bar.setTotal(total ?? progress + 1);
  bar.update(progress, { message: message === undefined ? '' : safeLine(message) });
}

function describe({ progress, total, message }: Progress): string {
  const amount = total === undefined ? `${progress}` : `${progress}/${total}`;
  return message === undefined ? amount : `${amount} ${safeLine(message)}`;
}
