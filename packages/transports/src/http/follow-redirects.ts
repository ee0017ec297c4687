const STATUSES = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 3;

/** Where a response redirects to, if it does. */
export function redirectTarget(response: Response, from: URL): URL | undefined {
  const location = STATUSES.includes(response.status) ? response.headers.get('location') : null;
  return location !== null && URL.canParse(location, from.href)
    ? new URL(location, from)
    : undefined;
}

/** Whether a URL is at home; the https form of the same host, both on their default ports, is too. */
export function isSameOrigin(home: URL, target: URL): boolean {
  const isUpgrade =
    home.protocol === 'http:' && target.protocol === 'https:' && home.host === target.host;
  return home.origin === target.origin || (isUpgrade && home.port === '' && target.port === '');
}

/**
 * Sends a request, and sends it anew where it is redirected to inside its origin. Every other redirect
 * is returned as it is: to another origin, to one more place after three, and of anything but a GET by
 * a status that makes a GET of it.
 */
export async function followRedirects(
  send: typeof fetch,
  home: URL,
  init: RequestInit,
): Promise<Response> {
  const isGet = (init.method ?? 'GET') === 'GET';
  let url = home;
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url, { ...init, redirect: 'manual' });
    const target = redirectTarget(response, url);
    const keepsMethod = isGet || response.status === 307 || response.status === 308;
    if (target === undefined || redirects === MAX_REDIRECTS || !keepsMethod) return response;
    if (!isSameOrigin(home, target) || target.username !== '' || target.password !== '') {
      return response;
    }
    await response.body?.cancel();
    url = target;
  }
}
