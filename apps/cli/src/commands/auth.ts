import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTokenStore, exportLogin, importLogin, type TokenStore } from '@toolpool/auth';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { type Configuration, loadConfiguration } from '../compose/load-configuration.ts';
import { loginOf, loginRows } from '../logins/login-rows.ts';
import { suggest } from '../options/suggest.ts';
import { writeJson } from '../output/json.ts';
import { writeNote } from '../output/notes.ts';
import { formatTable } from '../output/table.ts';
import { safeLine } from '../output/text.ts';
import { unknownServer } from '../servers/unknown-server.ts';

const ACTIONS = ['status', 'export', 'import'];

/** No exported login is longer. */
const MAX_INPUT = 1024 * 1024;

/** `toolpool auth [status|export|import] [server]`. */
export async function auth(
  context: CommandContext,
  { args: [action = 'status', name] }: CommandInput<object>,
): Promise<0> {
  if (!ACTIONS.includes(action)) throw unknownAction(action);
  const configuration = await loadConfiguration(context, { online: false });
  const { authDirectory } = configuration.paths;
  const store = createTokenStore({
    directory: join(authDirectory, 'logins'),
    onProblem: (problem) => writeNote(context, problem),
  });
  if (action === 'status') return await status(context, store, configuration);
  if (action === 'export') return await exportOne(context, store, { name, configuration });
  const login = await importLogin(store, await readInput(context));
  // Servers that wanted a login a short while ago are worth dialling again.
  await rm(join(authDirectory, 'needs-auth.json'), { force: true });
  const { resource, issuer, account } = login;
  if (context.global.json) writeJson(context.io.stdout, { resource, issuer, account });
  else context.io.stdout.write(`Stored the login for ${safeLine(resource)}.\n`);
  return 0;
}

async function status(
  { io, global }: CommandContext,
  store: TokenStore,
  { loaded }: Configuration,
): Promise<0> {
  const logins = await loginRows(store, loaded.servers);
  if (global.json) {
    writeJson(io.stdout, { logins });
    return 0;
  }
  const rows = logins.map(({ server, resource, issuer, account, expiresAt, scopes }) =>
    [server ?? '', resource, issuer, account, expiresAt ?? '', scopes.join(' ')].map(safeLine),
  );
  const head = ['server', 'resource', 'issuer', 'account', 'token expires', 'scopes'];
  io.stdout.write(
    rows.length === 0 ? 'There are no logins.\n' : `${formatTable({ head, rows }, io)}`,
  );
  return 0;
}

interface ExportOptions {
  readonly name: string | undefined;
  readonly configuration: Configuration;
}

async function exportOne(
  { io, global }: CommandContext,
  store: TokenStore,
  { name, configuration: { loaded } }: ExportOptions,
): Promise<0> {
  if (name === undefined) {
    throw new ToolpoolError('Which login?', {
      code: 'TOOLPOOL_USAGE',
      hint: 'Name its server: toolpool auth export <server>.',
    });
  }
  const server = loaded.servers.find((candidate) => candidate.name === name);
  if (server === undefined) throw unknownServer(name, loaded.servers);
  const key = (await loginOf(store, server)) ?? { resource: '', issuer: '' };
  const login = await exportLogin(store, key);
  if (global.json) writeJson(io.stdout, { login });
  else io.stdout.write(`${login}\n`);
  return 0;
}

async function readInput({ io }: CommandContext): Promise<string> {
  let text = '';
  for await (const chunk of io.stdin) {
    text += chunk;
    if (text.length > MAX_INPUT) break;
  }
  return text;
}

function unknownAction(action: string): ToolpoolError {
  return new ToolpoolError(`There is no action "${action}" of auth.`, {
    code: 'TOOLPOOL_USAGE',
    hint: suggest(action, ACTIONS) ?? `There are ${ACTIONS.join(', ')}.`,
  });
}
