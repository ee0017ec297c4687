import { ChunkList } from '../chunk-list.ts';
import { settlesWithin } from '../settles-within.ts';

const EXCERPT_BYTES = 65_536;
const EXCERPT_LIMIT_MS = 2_000;

/** Reads a body whole, unless it breaks, or is over the limit, which ends the reading of it. */
export async function readBody(
  response: Response,
  maxBytes: number,
): Promise<{ readonly text: string } | 'broken' | 'too-large'> {
  const chunks = new ChunkList();
  try {
    for await (const chunk of toChunks(response)) {
      chunks.add(chunk);
      if (chunks.size > maxBytes) return 'too-large';
    }
  } catch {
    return 'broken';
  }
  return { text: chunks.join().toString('utf8') };
}

/** Reads the beginning of a body, and no longer than two seconds: what arrives of it will do. */
export async function readExcerpt(response: Response): Promise<string> {
  const chunks = new ChunkList();
  const read = async () => {
    for await (const chunk of toChunks(response)) {
      chunks.add(chunk);
      if (chunks.size >= EXCERPT_BYTES) return;
    }
  };
  // What arrived before it broke will do, too.
  const reading = read().catch(() => undefined);
  await settlesWithin(reading, EXCERPT_LIMIT_MS);
  return chunks.join().toString('utf8', 0, EXCERPT_BYTES);
}

/** The chunks of a body; it is cancelled when its reader stops. */
export async function* toChunks({ body }: Response): AsyncGenerator<Buffer> {
  if (body === null) return;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
