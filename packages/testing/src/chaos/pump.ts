import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Toxics } from './toxics.ts';

export interface PumpOptions {
  /** Read anew for each chunk, so that they can be switched at run time. */
  readonly toxics: () => Toxics;
  readonly onBytes: (count: number) => void;
  /** Whether this is the way from the server to the client. */
  readonly isAnswer: boolean;
}

/** Carries the bytes of one way of a connection, through the toxics, until it ends. */
export async function pump(from: Socket, to: Socket, options: PumpOptions): Promise<void> {
  const { toxics, onBytes, isAnswer } = options;
  let carried = 0;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    const { latencyMs = 0, swallow, limitBytes = Number.POSITIVE_INFINITY } = toxics();
    if (latencyMs > 0) await delay(latencyMs);
    onBytes(chunk.length);
    if (swallow) continue;
    const left = isAnswer ? limitBytes - carried : chunk.length;
    await writeSlowly(to, chunk.subarray(0, Math.max(left, 0)), toxics());
    carried += chunk.length;
    if (chunk.length > left) return cut(to, toxics());
  }
  if (isAnswer) await delay(toxics().slowCloseMs ?? 0);
  if (!toxics().swallow) to.end();
}

async function writeSlowly(to: Socket, bytes: Buffer, toxics: Toxics): Promise<void> {
  const { bytesPerSecond, sliceBytes = bytes.length } = toxics;
  const perTurn = bytesPerSecond === undefined ? sliceBytes : Math.ceil(bytesPerSecond / 50);
  const size = Math.max(Math.min(sliceBytes, perTurn), 1);
  for (let start = 0; start < bytes.length; start += size) {
    if (!to.writable) return;
    if (!to.write(bytes.subarray(start, start + size))) await once(to, 'drain');
    if (bytesPerSecond !== undefined) await delay((size / bytesPerSecond) * 1000);
    else if (size < bytes.length) await new Promise(setImmediate);
  }
}

/** Ends a connection, the hard way where the toxics say so. */
export function cut(socket: Socket, { reset }: Toxics): void {
  if (reset) socket.resetAndDestroy();
  else socket.destroy();
}
