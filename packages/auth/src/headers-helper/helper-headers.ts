import { runCommand } from '@toolpool/foundation/commands';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { findLaunchSecrets } from '@toolpool/foundation/text';
import { type HelperServer, helperEnvironment } from './helper-environment.ts';
import { parseHelperOutput } from './parse-helper-output.ts';

export interface HelperHeadersOptions extends HelperServer {
  /** The line of `headersHelper`, split as a POSIX shell would; no shell runs it. */
  readonly command: string;
  /** The folder of the file that names it. */
  readonly directory: string;
  /** @default process.env */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** Values that are known already, for {@link HelperHeaders.secrets}. */
  readonly secrets?: readonly string[] | undefined;
}

type HeaderValues = Readonly<Record<string, string>>;

/** The headers that a command of the user prints for one connection. */
export interface HelperHeaders {
  /** Runs the command, for a new connection. @throws {@link ToolpoolError} `TOOLPOOL_HEADERS_HELPER_FAILED` */
  start(): Promise<void>;
  /** What it printed last. */
  current(): HeaderValues;
  /**
   * Runs it once more after a server has refused what it printed; requests that are refused at the
   * same time share one run. Never rejects.
   *
   * @returns whether there are other headers now
   */
  renew(refused: HeaderValues): Promise<boolean>;
  /** Values that no message may hold; those of later headers are added. */
  readonly secrets: ReadonlySet<string>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** A helper that cannot help is not asked again for each refused request. */
const RENEWAL_PAUSE_MS = 10_000;

/**
 * Prepares a server's `headersHelper`. Nothing runs before {@link HelperHeaders.start}, which is for
 * servers that have passed the gate.
 */
export function createHelperHeaders(options: HelperHeadersOptions): HelperHeaders {
  const secrets = new Set(options.secrets);
  let headers: HeaderValues = {};
  let renewing: Promise<boolean> | undefined;
  let pausedUntil = 0;

  const run = async () => {
    const printed = await runHelper(options);
    for (const secret of findLaunchSecrets({ headers: printed })) secrets.add(secret);
    headers = printed;
  };
  const renew = async (refused: HeaderValues): Promise<boolean> => {
    if (performance.now() < pausedUntil) return false;
    pausedUntil = performance.now() + RENEWAL_PAUSE_MS;
    await run().catch(() => undefined);
    return !isSame(headers, refused);
  };
  return {
    start: run,
    current: () => headers,
    async renew(refused) {
      if (!isSame(headers, refused)) return true;
      renewing ??= renew(refused).finally(() => {
        renewing = undefined;
      });
      return await renewing;
    },
    secrets,
  };
}

function isSame(left: HeaderValues, right: HeaderValues): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

async function runHelper(options: HelperHeadersOptions): Promise<HeaderValues> {
  const { environment = process.env, directory: cwd } = options;
  const [program = '', ...args] = await splitLine(options);
  const env = helperEnvironment(options, environment);
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const outcome = await runCommand(program, args, { cwd, env, ...limits });
  if (outcome.problem !== undefined) throw failed(options, outcome.problem, outcome.cause);
  const { problem, ...parsed } = parseHelperOutput(outcome.output);
  if ('headers' in parsed) return parsed.headers;
  throw failed(options, problem ?? 'printed nothing of use');
}

async function splitLine(options: HelperHeadersOptions): Promise<readonly string[]> {
  const { split } = await import('shlex');
  try {
    return split(options.command);
  } catch (cause) {
    throw failed(options, 'has an open quote', cause);
  }
}

/** Names neither the command, whose arguments may be secret, nor anything that it printed. */
function failed({ name }: HelperServer, problem: string, cause?: unknown): ToolpoolError {
  return new ToolpoolError(`The "headersHelper" of server "${name}" ${problem}.`, {
    code: 'TOOLPOOL_HEADERS_HELPER_FAILED',
    hint: 'Run it in a shell: it must print a JSON object of headers within 10 s. Write `sh -c "…"` for what a shell should read.',
    server: name,
    cause: cause instanceof Error && 'code' in cause ? new Error(String(cause.code)) : undefined,
  });
}
