import { join } from 'node:path';

/** A program with its arguments, the URL among them. */
export type BrowserCommand = readonly [command: string, ...args: string[]];

export interface BrowserSetting {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** What an argument must look like in which `%s` is the URL: no other one may become a command line. */
const PLACEHOLDER = /^(?:--?[\w-]+=)?%s$/;

/** Programs that read an argument as a command line. */
const SHELL =
  /^(?:(?:ba|z|da|k|c|tc|fi|a)?sh|cmd|powershell|pwsh|busybox|env|sudo|su|eval)(?:\.exe)?$/i;

/**
 * The programs that may open a URL, best first: those of `$BROWSER`, else the one of the system. None
 * where there is no screen. No shell reads any of them.
 */
export async function browserCommands(
  url: string,
  { environment, platform }: BrowserSetting,
): Promise<readonly BrowserCommand[]> {
  const chosen = environment.BROWSER?.trim();
  if (chosen) return fromSetting(chosen, url, platform);
  if (platform === 'darwin') return [['/usr/bin/open', url]];
  if (platform === 'win32') return [windowsCommand(environment.SystemRoot ?? 'C:\\Windows', url)];
  if (environment.WSL_DISTRO_NAME) {
    return [['wslview', url], windowsCommand('/mnt/c/Windows', url)];
  }
  const hasScreen = Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
  return hasScreen ? [['xdg-open', url]] : [];
}

function windowsCommand(root: string, url: string): BrowserCommand {
  const program = root.includes('\\')
    ? `${root}\\System32\\rundll32.exe`
    : join(root, 'System32/rundll32.exe');
  return [program, 'url.dll,FileProtocolHandler', url];
}

/** `$BROWSER` is a list of command lines; `%s` is the URL, which else comes last. */
async function fromSetting(
  setting: string,
  url: string,
  platform: NodeJS.Platform,
): Promise<readonly BrowserCommand[]> {
  const { split } = await import('shlex');
  const lines = platform === 'win32' ? [setting] : setting.split(':');
  return lines.flatMap((line) => {
    try {
      const [command, ...args] = platform === 'win32' ? [line] : split(line);
      return command ? fillIn(command, args, url) : [];
    } catch {
      // An open quote.
      return [];
    }
  });
}

function fillIn(command: string, args: readonly string[], url: string): BrowserCommand[] {
  const name = command.split(/[\\/]/).at(-1) ?? '';
  const holders = args.filter((arg) => arg.includes('%s'));
  if (SHELL.test(name) || holders.some((arg) => !PLACEHOLDER.test(arg))) return [];
  if (holders.length === 0) return [[command, ...args, url]];
  return [[command, ...args.map((arg) => arg.replace('%s', () => url))]];
}
