import { truncateText } from '@toolpool/foundation/text';
import type { CommandContext } from '../command-context.ts';
import { safeLine } from './text.ts';

const PATIENCE_MS = 200;
const CLEAR_LINE = '\r\u001b[2K';

/** One line on a terminal's standard error that names who is still awaited. */
export interface ConnectingLine {
  show(names: readonly string[]): void;
  clear(): void;
}

/** Starts silent: servers that are quick never show. Silent for ever without a terminal. */
export function createConnectingLine({ io, global }: CommandContext): ConnectingLine {
  if (!io.stderr.isTTY || global.quiet) return { show: () => undefined, clear: () => undefined };
  let text = '';
  let visible = false;
  const draw = () => {
    visible = true;
    io.stderr.write(`${CLEAR_LINE}${text}`);
  };
  const timer = setTimeout(draw, PATIENCE_MS);
  return {
    show(names) {
      const line = `Connecting to ${names.map(safeLine).join(', ')}`;
      text = names.length === 0 ? '' : truncateText(line, (io.stderr.columns || 80) - 1);
      if (visible) draw();
    },
    clear() {
      clearTimeout(timer);
      if (visible) io.stderr.write(CLEAR_LINE);
      visible = false;
    },
  };
}
