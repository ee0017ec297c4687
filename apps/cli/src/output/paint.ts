import type { Io, OutputStream } from '../io.ts';

type Colour = (text: string) => string;

/** Functions that colour text, or leave it alone where there are no colours. */
export type Paint = Readonly<Record<'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow', Colour>>;

const BOLD_OFF = 22;
const COLOUR_OFF = 39;

const colours: Paint = {
  bold: sequence(1, BOLD_OFF),
  dim: sequence(2, BOLD_OFF),
  red: sequence(31, COLOUR_OFF),
  green: sequence(32, COLOUR_OFF),
  yellow: sequence(33, COLOUR_OFF),
  cyan: sequence(36, COLOUR_OFF),
};
const plain: Paint = {
  bold: String,
  dim: String,
  red: String,
  green: String,
  yellow: String,
  cyan: String,
};

/** Colours for a stream: only on a terminal, never with `NO_COLOR` or a dumb one. */
export function paintFor(stream: OutputStream, { env }: Pick<Io, 'env'>): Paint {
  return stream.isTTY && !env.NO_COLOR && env.TERM !== 'dumb' ? colours : plain;
}

function sequence(on: number, off: number): Colour {
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`;
}
