import { ToolpoolError } from '@toolpool/foundation/errors';

/** The options of `add`, as they were typed. */
export interface EntryOptions {
  readonly transport?: string;
  readonly env?: readonly string[];
  readonly header?: readonly string[];
  readonly cwd?: string;
  readonly clientId?: string;
  readonly callbackPort?: string;
}

/** What the server is: the words after `--`, or a URL. */
export type EntryTarget =
  | { readonly command: readonly string[]; readonly url?: never }
  | { readonly url: string; readonly command?: never };

const REMOTE = ['http', 'sse', 'ws'];

/**
 * Makes the entry that `add` writes.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE`
 */
export function buildEntry(
  target: EntryTarget,
  options: EntryOptions,
  timeoutMs: number | undefined,
): Record<string, unknown> {
  const entry = target.command
    ? localEntry(target.command, options)
    : remoteEntry(target.url, options);
  return timeoutMs === undefined ? entry : { ...entry, timeout: timeoutMs };
}

function localEntry(words: readonly string[], options: EntryOptions): Record<string, unknown> {
  const { transport, env, cwd } = options;
  if (transport !== undefined && transport !== 'stdio') {
    throw usage(`A command speaks over stdio, not "${transport}".`);
  }
  refuse(options, ['header', 'clientId', 'callbackPort'], 'a URL');
  const [command, ...args] = words;
  if (!command) throw usage('There is no command after --.');
  return {
    command,
    ...(args.length > 0 ? { args } : {}),
    ...(env ? { env: readPairs(env, '=', '-e takes K=V') } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

function remoteEntry(url: string, options: EntryOptions): Record<string, unknown> {
  const { transport, header, clientId, callbackPort } = options;
  if (transport !== undefined && !REMOTE.includes(transport)) {
    throw usage(
      transport === 'stdio'
        ? 'A URL is not reached over stdio.'
        : `Unsupported server type: ${transport}.`,
    );
  }
  refuse(options, ['env', 'cwd'], 'a command');
  const type = transport ?? (/^wss?:/i.test(url) ? 'ws' : undefined);
  const oauth = {
    ...(clientId === undefined ? {} : { clientId }),
    ...(callbackPort === undefined ? {} : { callbackPort: Number(callbackPort) }),
  };
  return {
    ...(type === undefined ? {} : { type }),
    url,
    ...(header ? { headers: readPairs(header, ':', "-H takes 'Name: value'") } : {}),
    ...(Object.keys(oauth).length > 0 ? { oauth } : {}),
  };
}

function refuse(
  options: EntryOptions,
  names: readonly (keyof EntryOptions)[],
  belongsTo: string,
): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  const flag = given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw usage(`--${flag} belongs to ${belongsTo}.`);
}

function readPairs(
  pairs: readonly string[],
  separator: '=' | ':',
  rule: string,
): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const end = pair.indexOf(separator);
      // The value may be a secret, so only the name's part is shown.
      if (end < 1) throw usage(`${rule}; one of them has no "${separator}" after its name.`);
      const value = pair.slice(end + 1);
      return [pair.slice(0, end).trim(), separator === ':' ? value.trim() : value];
    }),
  );
}

function usage(message: string): ToolpoolError {
  return new ToolpoolError(message, {
    code: 'TOOLPOOL_USAGE',
    hint: 'Write toolpool add <name> <url>, or toolpool add <name> -- <command> [args...].',
  });
}
