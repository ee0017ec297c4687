/** Tells whether a URL leads to another machine without encryption. One whose host is a reference does not count. */
export function isPlainUrl(url: string): boolean {
  const [, scheme, host = ''] =
    /^(https?|wss?):\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(url) ?? [];
  if (scheme === undefined || /s$/i.test(scheme) || host.includes('$')) return false;
  return !/^(?:localhost\.?|.*\.localhost\.?|127(?:\.\d+){3}|\[::1\])$/i.test(host);
}
