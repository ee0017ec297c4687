import { ToolpoolError } from '@toolpool/foundation/errors';

/** Documents and answers about logins have a few kilobytes. */
const MAX_BYTES = 1024 * 1024;

/** Reads a body whole, decoded, as long as it is short. @throws `TOOLPOOL_RESPONSE_INVALID` */
export async function readBounded(response: Response, host: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) {
      throw new ToolpoolError(`The answer of ${host} is longer than ${MAX_BYTES} bytes.`, {
        code: 'TOOLPOOL_RESPONSE_INVALID',
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
