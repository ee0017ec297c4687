import { ToolpoolError } from '@toolpool/foundation/errors';
import { truncateText } from '@toolpool/foundation/text';
import type { Endpoint } from '../http/endpoint.ts';

/** RFC 6455, section 7.4.1. */
const MEANINGS: Readonly<Record<number, string>> = {
  1000: 'normal closure',
  1001: 'going away',
  1002: 'protocol error',
  1003: 'unsupported data',
  1007: 'invalid payload',
  1008: 'policy violation',
  1009: 'message too big',
  1010: 'missing extension',
  1011: 'internal error',
  1012: 'service restart',
  1013: 'try again later',
};

/** No close frame came: the connection broke. */
const ABNORMAL = 1006;

/** The end of a connection that the other side closed, with its code and reason. */
export function createCloseError(
  code: number,
  reason: string,
  { wording, shownUrl }: Endpoint,
): ToolpoolError {
  const shown = truncateText(wording.present(reason).replace(/\s+/g, ' ').trim(), 200);
  const meaning = MEANINGS[code];
  const what =
    code === ABNORMAL
      ? 'broke the connection'
      : `closed the connection with code ${code}${meaning === undefined ? '' : ` (${meaning})`}`;
  return new ToolpoolError(
    `${wording.subject} (${shownUrl}) ${what}${shown === '' ? '.' : `: ${shown}`}`,
    {
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
      hint: code === 1008 ? 'Check the credentials that are sent to it.' : 'Connect to it again.',
      server: wording.serverName,
      data: { closeCode: code, reason: shown },
    },
  );
}

/** The end of a connection on which nothing came any more. */
export function createSilentError(ms: number, { wording, shownUrl }: Endpoint): ToolpoolError {
  return new ToolpoolError(
    `${wording.subject} (${shownUrl}) is gone: it has not answered a ping for ${ms} ms.`,
    {
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
      hint: 'Check that the server runs, and connect to it again.',
      server: wording.serverName,
    },
  );
}
