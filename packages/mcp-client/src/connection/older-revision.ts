import {
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';

/** The first with streamable HTTP: who refuses all newer ones without saying what it has, has this. */
const FALLBACK = '2025-03-26';

/**
 * The revision to offer to a server that has refused to shake hands because of ours: the newest that it
 * says it speaks, or else an old one. `undefined` when it refused for another reason.
 */
export function olderRevision(error: unknown): string | undefined {
  if (!ToolpoolError.isInstance(error)) return undefined;
  const { code, data } = error;
  const details = isRecord(data) ? data : {};
  const isRefusal =
    code === 'TOOLPOOL_REQUEST_REFUSED' ||
    (code === 'TOOLPOOL_TRANSPORT_HTTP_STATUS' && details.status === 400);
  if (!isRefusal) return undefined;
  const text = JSON.stringify([error.message, details]);
  if (!/protocol[\s_-]?version/i.test(text)) return undefined;
  const older = SUPPORTED_PROTOCOL_VERSIONS.filter((each) => each !== LATEST_PROTOCOL_VERSION);
  return older.find((revision) => text.includes(revision)) ?? FALLBACK;
}
