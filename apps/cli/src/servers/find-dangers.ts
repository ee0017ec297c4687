import type { LaunchField } from '@toolpool/config';

/** What in a launch deserves a second look (MCP Security Best Practices, Pre-Configuration Consent). */
const DANGERS: readonly { readonly pattern: RegExp; readonly warning: string }[] = [
  {
    pattern: /(^|[\s/])(sudo|doas|su|pkexec)(\s|$)/,
    warning: 'asks for the rights of another user',
  },
  {
    pattern: /(^|[\s/;&|])(rm|rmdir|shred|dd|mkfs)\s|(^|\/)(rm|rmdir|shred|dd)$/,
    warning: 'deletes or overwrites files',
  },
  {
    pattern: /(^|\/)(ba|da|z|fi|k)?sh$|(^|\\)(cmd|powershell|pwsh)(\.exe)?$/i,
    warning: 'starts a shell',
  },
  {
    pattern: /(^|[\s/;&|])(curl|wget|nc|ncat|socat|ssh|scp)(\s|$)/,
    warning: 'uses the network by itself',
  },
  {
    pattern: /(^|\/)(npx|bunx|uvx|pipx)$|^(dlx|--yes|-y)$/,
    warning: 'downloads a package and runs it',
  },
  {
    pattern: /(^|[\s=:])(~|\$\{?HOME\}?|\/home\/|\/Users\/|\/root\b)/,
    warning: 'names a home folder',
  },
  {
    pattern: /\.(ssh|aws|gnupg|kube|docker|netrc|npmrc)\b/,
    warning: 'names a place where credentials are',
  },
  {
    pattern: /(^|[\s=:])\/(etc|usr|bin|sbin|boot|sys|proc|dev|var)\b/,
    warning: 'names a system folder',
  },
  { pattern: /(^|[/\\])\.\.([/\\]|$)/, warning: 'leaves its folder' },
];

/** Notes on the fields of a launch, each said once. */
export function findDangers(fields: readonly LaunchField[]): string[] {
  return DANGERS.flatMap(({ pattern, warning }) => {
    const found = fields.filter(({ value }) => pattern.test(value)).map(({ field }) => field);
    return found.length === 0 ? [] : [`${warning} (${found.join(', ')})`];
  });
}
