import { homedir } from 'node:os';

/** The user's home folder, as the environment names it, else as the operating system does. */
export function homeDirectoryOf(env: NodeJS.ProcessEnv, platform = process.platform): string {
  const named = platform === 'win32' ? env.USERPROFILE : env.HOME;
  return named || homedir();
}
