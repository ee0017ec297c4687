/**
 * What a server may need of this process's environment, and what holds no secret: who and where the
 * user is, language and time zone, folders for data, where programs and certificates are found, the
 * display for servers that open windows.
 */
const POSIX_NAMES =
  /^(?:HOME|LOGNAME|USER|SHELL|PATH|TERM|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|XDG_[A-Z]+_(?:HOME|DIR|DIRS)|NVM_DIR|VOLTA_HOME|PNPM_HOME|JAVA_HOME|DOCKER_HOST|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY)$/;

/** The same for Windows, whose names have no case. */
const WINDOWS_NAMES =
  /^(?:ALLUSERSPROFILE|APPDATA|COMMONPROGRAMFILES|COMMONPROGRAMFILES\(X86\)|COMPUTERNAME|COMSPEC|HOMEDRIVE|HOMEPATH|LOCALAPPDATA|NODE_EXTRA_CA_CERTS|NUMBER_OF_PROCESSORS|OS|PATH|PATHEXT|PROCESSOR_ARCHITECTURE|PROGRAMDATA|PROGRAMFILES|PROGRAMFILES\(X86\)|PROGRAMW6432|PUBLIC|SSL_CERT_FILE|SYSTEMDRIVE|SYSTEMROOT|TEMP|TMP|USERDOMAIN|USERNAME|USERPROFILE|WINDIR)$/i;

const PROXY_NAMES = /^(?:https?|no|all)_proxy$/i;

export interface ChildEnvironmentOptions {
  /** The environment to pick from. */
  readonly environment: NodeJS.ProcessEnv;
  readonly env: Readonly<Record<string, string>> | undefined;
  readonly envPassthrough: readonly string[] | undefined;
  /** Value of `TOOLPOOL_SERVER`, by which every descendant can be found. */
  readonly marker: string;
}

/** Builds a child's environment: allow-listed, passed-through and declared variables, and the marker. */
export function createChildEnvironment(options: ChildEnvironmentOptions): NodeJS.ProcessEnv {
  const passed = new Set(options.envPassthrough);
  const inherited = Object.entries(options.environment).filter(
    ([name, value]) => passed.has(name) || isHarmless(name, value ?? ''),
  );
  return { ...Object.fromEntries(inherited), ...options.env, TOOLPOOL_SERVER: options.marker };
}

function isHarmless(name: string, value: string): boolean {
  // A shell function exported by bash is code.
  if (value.startsWith('()')) return false;
  // A proxy's URL may hold a password.
  if (PROXY_NAMES.test(name)) return !value.includes('@');
  return (process.platform === 'win32' ? WINDOWS_NAMES : POSIX_NAMES).test(name);
}
