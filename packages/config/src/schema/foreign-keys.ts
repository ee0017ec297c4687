/** What other hosts call a field, and what it is called here. */
const foreignKeys: ReadonlyMap<string, string> = new Map([
  ['serverUrl', 'url'],
  ['httpUrl', 'url'],
  ['uri', 'url'],
  ['endpoint', 'url'],
  ['cmd', 'command'],
  ['arguments', 'args'],
  ['environment', 'env'],
  ['env_vars', 'envPassthrough'],
  ['workingDirectory', 'cwd'],
  ['http_headers', 'headers'],
  ['transport', 'type'],
  ['transportType', 'type'],
  ['request_timeout_ms', 'timeout'],
  ['tool_timeout_sec', 'timeout'],
  ['startup_timeout_sec', 'connectTimeout'],
  ['enabled', 'disabled'],
  ['includeTools', 'tools.include'],
  ['excludeTools', 'tools.exclude'],
  ['enabled_tools', 'tools.include'],
  ['disabled_tools', 'tools.exclude'],
]);

/** Names our field for a key that another host uses; `undefined` for any other key. */
export function foreignKeyHint(key: string): string | undefined {
  const ours = foreignKeys.get(key);
  return ours === undefined ? undefined : `"${key}" is called "${ours}" here.`;
}
