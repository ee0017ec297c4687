import { bold, cyan, dim, green, red, yellow } from 'yoctocolors';
import type { Io, OutputStream } from '../io.ts';

const COLOURS = { bold, cyan, dim, green, red, yellow };
const plain = (text: string) => text;
const PLAIN = { bold: plain, cyan: plain, dim: plain, green: plain, red: plain, yellow: plain };

/** Functions that colour text, or leave it alone where there are no colours. */
export type Paint = typeof COLOURS;

/** Colours for a stream: only on a terminal, never with `NO_COLOR` or a dumb one. */
export function paintFor(stream: OutputStream, { env }: Pick<Io, 'env'>): Paint {
  return stream.isTTY && !env.NO_COLOR && env.TERM !== 'dumb' ? COLOURS : PLAIN;
}
