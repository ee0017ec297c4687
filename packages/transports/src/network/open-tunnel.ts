import type { Socket } from 'node:net';

/** Opens a tunnel through a proxy (CONNECT, RFC 9110, section 9.3.6) to a host and port. */
export async function openTunnel(
  proxy: URL,
  target: string,
  signal?: AbortSignal,
): Promise<Socket> {
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
      ...(signal && { signal }),
    });
    connecting.once('error', reject);
    connecting.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      // Nothing was sent to the target, which is what this code says.
      const refusal = new Error(`The proxy refused the tunnel with HTTP ${statusCode}`);
      reject(Object.assign(refusal, { code: 'ECONNREFUSED' }));
    });
    connecting.end();
  });
}
