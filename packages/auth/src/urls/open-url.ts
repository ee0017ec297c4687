import { spawn } from 'node:child_process';
import type { UntrustedText } from '@toolpool/foundation/text';
import { type BrowserCommand, browserCommands } from './browser-commands.ts';
import { parseServerUrl } from './server-url.ts';

export interface OpenUrlOptions {
  /** Read for `BROWSER`, `DISPLAY`, `WAYLAND_DISPLAY`. @default process.env */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** @default that of this process */
  readonly platform?: NodeJS.Platform | undefined;
}

/** A program that still runs after so long has the URL. */
const SETTLED_MS = 2_000;

/**
 * Opens a URL in the user's browser, by its arguments and without a shell. The browser outlives this
 * process.
 *
 * @returns false when there is no browser to be found, as on a machine without a screen
 * @throws {@link ToolpoolError} `TOOLPOOL_URL_REFUSED`
 */
export async function openUrl(
  url: URL | UntrustedText | string,
  options: OpenUrlOptions = {},
): Promise<boolean> {
  const { environment = process.env, platform = process.platform } = options;
  const checked = parseServerUrl(url instanceof URL ? url.href : url, 'The URL to open');
  const commands = await browserCommands(encodeForOpening(checked), { environment, platform });
  for (const command of commands) if (await starts(command, environment)) return true;
  return false;
}

/**
 * Percent-encodes what openers that are scripts might read as their own, and RFC 3986 either forbids
 * or lets stand for the same.
 */
export function encodeForOpening(url: URL): string {
  return url.href.replace(/[^\w\-.~:/?#[\]@&+,=%]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

function starts([command, ...args]: BrowserCommand, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: 'ignore', detached: true, windowsHide: true });
    const timer = setTimeout(() => resolve(true), SETTLED_MS);
    const settle = (isOpen: boolean) => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
    child.unref();
  });
}
