import { join } from 'node:path';
import { createTokenStore } from '@toolpool/auth';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { loginOf } from '../logins/login-rows.ts';
import { writeJson } from '../output/json.ts';
import { safeLine } from '../output/text.ts';
import { unknownServer } from '../servers/unknown-server.ts';

/** `toolpool logout <server>`. */
export async function logout(
  context: CommandContext,
  { args: [name = ''] }: CommandInput<object>,
): Promise<0> {
  const { loaded, paths } = await loadConfiguration(context, { online: false });
  const server = loaded.servers.find((candidate) => candidate.name === name);
  if (server === undefined) throw unknownServer(name, loaded.servers);
  const store = createTokenStore({ directory: join(paths.authDirectory, 'logins') });
  const key = await loginOf(store, server);
  if (key === undefined) {
    throw new ToolpoolError(`There is no login for server "${name}".`, {
      code: 'TOOLPOOL_SERVER_NEEDS_AUTH',
      hint: 'See toolpool auth status.',
      server: name,
    });
  }
  await store.remove(key);
  const { io, global } = context;
  if (global.json) writeJson(io.stdout, { server: name, ...key });
  else io.stdout.write(`Forgot the login for ${safeLine(name)}.\n`);
  return 0;
}
