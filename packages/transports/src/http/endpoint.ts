import { ToolpoolError } from '@toolpool/foundation/errors';
import { findLaunchSecrets, redactUrl } from '@toolpool/foundation/text';
import { createServerWording, type ServerWording } from '../server-wording.ts';
import type {
  HttpTransportConfig,
  SseTransportConfig,
  WebSocketTransportConfig,
} from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';
import { parseHeaders } from './parse-headers.ts';

/** Where a remote server is, what it is sent, and how messages speak of it. */
export interface Endpoint {
  readonly url: URL;
  readonly headers: Headers;
  readonly wording: ServerWording;
  /** The URL as messages show it. */
  readonly shownUrl: string;
}

/**
 * Reads the endpoint of a config. A user and password in the URL become a Basic `Authorization`
 * (RFC 7617), since `fetch` takes no such URL.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_TRANSPORT_HEADER_INVALID`, or
 *   `TOOLPOOL_TRANSPORT_UNREACHABLE` for a URL that is none of the transport's
 */
export function createEndpoint(
  config: HttpTransportConfig | SseTransportConfig | WebSocketTransportConfig,
  { serverName, display, secrets = [] }: TransportDependencies,
  laterSecrets?: Iterable<string>,
): Endpoint {
  const known = [...secrets, ...findLaunchSecrets(config)];
  const wording = createServerWording(serverName, known, laterSecrets);
  const shownUrl = wording.present(redactUrl(display?.url ?? config.url));
  const url = URL.canParse(config.url) ? new URL(config.url) : undefined;
  const isSocket = config.type === 'ws';
  const schemes = isSocket ? /^wss?:$/ : /^https?:$/;
  if (url === undefined || !schemes.test(url.protocol)) {
    const problem = `"${shownUrl}" is no ${isSocket ? 'WebSocket' : 'HTTP'} URL`;
    throw new ToolpoolError(`${wording.subject} cannot be reached: ${problem}.`, {
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      hint: 'Correct "url" in the configuration.',
      server: serverName,
    });
  }
  const headers = parseHeaders(config.headers ?? {}, wording);
  if (url.username !== '' || url.password !== '') {
    const credentials = [url.username, url.password].map(decode).join(':');
    const basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (!headers.has('authorization')) headers.set('authorization', basic);
    url.username = '';
    url.password = '';
  }
  return { url, headers, wording, shownUrl };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
