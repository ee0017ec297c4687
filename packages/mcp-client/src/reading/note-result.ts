import { isRecord } from '@toolpool/foundation/values';
import { type Tolerate, tolerateNulls } from './leniencies.ts';

const BLOCK_TYPES: ReadonlySet<unknown> = new Set([
  'text',
  'image',
  'audio',
  'resource',
  'resource_link',
]);

/**
 * Counts what the readers of a call's result (`@toolpool/results`) will have to be lenient about; the
 * result itself is passed on as it came.
 */
export function noteCallResult(result: unknown, tolerate: Tolerate): void {
  if (!isRecord(result)) {
    tolerate('field-shape');
    return;
  }
  tolerateNulls(result, tolerate);
  const { content } = result;
  if (!Array.isArray(content)) {
    // Structured content may stand alone.
    if (content !== undefined && content !== null) tolerate('field-shape');
    return;
  }
  for (const block of content) {
    if (!isRecord(block) || !BLOCK_TYPES.has(block.type)) tolerate('content-block');
    else tolerateNulls(block, tolerate);
  }
}
