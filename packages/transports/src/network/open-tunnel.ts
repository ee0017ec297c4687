import type { Socket } from 'node:net';

/** What a proxy gets to open a tunnel, as long as undici gives a host. */
const TUNNEL_LIMIT_MS = 10_000;

/**
 * Opens a tunnel through a proxy (CONNECT, RFC 9110, section 9.3.6) to a host and port, within ten
 * seconds and before the signal.
 */
export async function openTunnel(proxy: URL, target: string, signal: AbortSignal): Promise<Socket> {
  const limit = AbortSignal.timeout(TUNNEL_LIMIT_MS);
  const isSecure = proxy.protocol === 'https:';
  const { request } = isSecure ? await import('node:https') : await import('node:http');
  const credentials = [proxy.username, proxy.password].map(decodeURIComponent).join(':');
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return new Promise((resolve, reject) => {
    const connecting = request({
      hostname: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (isSecure ? 443 : 80),
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...(credentials !== ':' && { 'proxy-authorization': basic }) },
      agent: false,
      rejectUnauthorized: true,
      signal: AbortSignal.any([signal, limit]),
    });
    connecting.once('error', (error) => {
      // Nothing was sent to the target, which is what the codes say.
      const late = new Error(`The proxy opened no tunnel within ${TUNNEL_LIMIT_MS} ms`);
      reject(limit.aborted ? Object.assign(late, { code: 'UND_ERR_CONNECT_TIMEOUT' }) : error);
    });
    connecting.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      const refusal = new Error(`The proxy refused the tunnel with HTTP ${statusCode}`);
      reject(Object.assign(refusal, { code: 'ECONNREFUSED' }));
    });
    connecting.end();
  });
}
