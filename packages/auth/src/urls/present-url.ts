/**
 * A URL as a person is shown it: whole, in ASCII, with a warning where its host is written in other
 * letters, since such a name may imitate another one.
 */
export function presentUrl(url: URL): string {
  const isInternational = /(?:^|\.)xn--/.test(url.hostname);
  return isInternational ? `${url.href} (its host name is not ASCII: look closely)` : url.href;
}
