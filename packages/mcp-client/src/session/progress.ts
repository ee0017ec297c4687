import { cleanText, truncateText } from '@toolpool/foundation/text';
import type { Progress } from './session.ts';

const MAX_MESSAGE_LENGTH = 1_000;

/** Reads a progress notification leniently; `undefined` when it holds no usable progress. */
export function readProgress(params: Readonly<Record<string, unknown>>): Progress | undefined {
  const { progress, total, message } = params;
  if (!isFiniteNumber(progress)) return undefined;
  return {
    progress,
    ...(isFiniteNumber(total) && { total }),
    ...(typeof message === 'string' && {
      message: cleanText(truncateText(message, MAX_MESSAGE_LENGTH)),
    }),
  };
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
