const webSchemes = ['http:', 'https:'];
const socketSchemes = ['ws:', 'wss:'];

/**
 * Says what is wrong with the URL of a server, as the end of a sentence. An empty one is fine: that
 * server is not configured yet.
 */
export function checkUrl(url: string, type: string): string | undefined {
  if (url === '') return undefined;
  const scheme = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (scheme === undefined) return 'must be a URL.';
  const socket = type === 'ws' || type === 'ws-ide';
  if ((socket ? socketSchemes : webSchemes).includes(scheme)) return undefined;
  if (type === 'http' && socketSchemes.includes(scheme)) {
    return 'is a WebSocket address; give the entry "type": "ws".';
  }
  return socket ? 'must begin with ws:// or wss://.' : 'must begin with http:// or https://.';
}
