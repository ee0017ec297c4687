import { INPUTS_SERVICE } from './keychain-services.ts';
import { keychainUnusable } from './resolve-keychain.ts';
import type { ResolveContext } from './resolve-reference.ts';
import { secretError } from './secret-error.ts';

/** What a caller asks its user for. */
export interface InputRequest {
  /** As in `${input:id}`. */
  readonly id: string;
  readonly server: string;
  /** The file that wants it, or what else the entry came from. */
  readonly source: string;
}

/** Asks the user for a value, unseen as it is typed; `undefined` when there is no answer. */
export type AskInput = (request: InputRequest) => Promise<string | undefined>;

/** Answers of this process: a question is asked once, also when no keychain can keep the answer. */
const answers = new WeakMap<AskInput, Map<string, Promise<string | undefined>>>();

/** @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_SECRET_UNAVAILABLE` */
export async function resolveInput(id: string, context: ResolveContext): Promise<string> {
  const { keychain, source, ask, server, field } = context;
  // One file's answers are no other file's: a project must not get at what another one was told.
  const account = JSON.stringify([source.file ?? source.label, id]);
  const kept = await keychain.read(INPUTS_SERVICE, account).catch((cause: unknown) => {
    if (ask === undefined) throw keychainUnusable(context, cause);
    return undefined;
  });
  const value = kept ?? (await askOnce(id, account, context));
  if (value !== undefined) return value;
  throw secretError(`Nobody has answered \${input:${id}} in "${field}" yet.`, {
    hint: 'Run a command that needs this server on a terminal; the answer is kept in the keychain.',
    server,
  });
}

function askOnce(
  id: string,
  account: string,
  { ask, server, source, keychain }: ResolveContext,
): Promise<string | undefined> {
  if (ask === undefined) return Promise.resolve(undefined);
  const asked = answers.get(ask) ?? new Map<string, Promise<string | undefined>>();
  answers.set(ask, asked);
  const before = asked.get(account);
  if (before !== undefined) return before;
  const answer = ask({ id, server, source: source.label }).then(async (value) => {
    if (value === undefined || value === '') {
      asked.delete(account);
      return undefined;
    }
    // Without a keychain the answer lives as long as this process.
    await keychain.write(INPUTS_SERVICE, account, value).catch(() => undefined);
    return value;
  });
  asked.set(account, answer);
  answer.catch(() => asked.delete(account));
  return answer;
}
