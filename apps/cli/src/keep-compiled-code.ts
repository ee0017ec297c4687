import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Lets Node (22.1 and newer) keep the compiled code of what is loaded from now on, which saves a
 * command a good part of its start. In the user's own folder, whatever the environment says of others:
 * Node would take the shared temporary one, and who can write there could change what runs here.
 */
export function keepCompiledCode(): void {
  const { enableCompileCache } = module as { enableCompileCache?: (directory: string) => unknown };
  enableCompileCache?.(join(homedir(), '.cache', 'toolpool', 'code'));
}
