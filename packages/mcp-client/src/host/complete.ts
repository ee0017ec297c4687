import { cleanLabel, truncateText } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import type { ConnectedServer } from '../connection/connection.ts';
import { type Tolerate, tolerateField } from '../reading/leniencies.ts';
import { invalidResponse } from '../session/request-errors.ts';
import type { RequestOptions } from '../session/session.ts';

// MCP 2025-11-25, Completion: no more than 100 values.
const MAX_VALUES = 100;
const MAX_VALUE_LENGTH = 1_000;

/** Whose argument is completed: a prompt by the name of its command, or a resource template. */
export type CompletionReference =
  | { readonly prompt: string }
  | { readonly server: string; readonly uriTemplate: string };

/** What has been typed so far. */
export interface CompletionArgument {
  /** The server's own name of the argument, or of the variable in the template. */
  readonly name: string;
  /** Its beginning. */
  readonly value: string;
  /** The other arguments that have a value already. */
  readonly given?: Readonly<Record<string, string>>;
}

/** What a server proposes for an argument; values are cleaned. */
export interface Completion {
  /** At most 100, the best first. */
  readonly values: readonly string[];
  /** How many there are, where the server tells. */
  readonly total?: number;
  readonly hasMore: boolean;
}

/** What the request names: the server's own name of a prompt, or a URI template. */
export interface CompletionTarget {
  readonly type: 'ref/prompt' | 'ref/resource';
  readonly name: string;
}

/** Asks a server to complete an argument; nothing is proposed by one that does not declare completion. */
export async function complete(
  { name: server, session, capabilities }: ConnectedServer,
  {
    target,
    argument,
  }: { readonly target: CompletionTarget; readonly argument: CompletionArgument },
  { signal, timeoutMs }: RequestOptions,
): Promise<Completion> {
  if (!capabilities.completions) return { values: [], hasMore: false };
  const { name, value, given } = argument;
  const method = 'completion/complete';
  const { type } = target;
  const params = {
    ref: type === 'ref/prompt' ? { type, name: target.name } : { type, uri: target.name },
    argument: { name, value },
    ...(given && Object.keys(given).length > 0 && { context: { arguments: given } }),
  };
  const options = { target: target.name, signal, timeoutMs };
  const result = await session.request(method, params, options);
  const { completion } = isRecord(result) ? result : {};
  if (!isRecord(completion)) {
    throw invalidResponse({ server, method, target: target.name }, 'no completion');
  }
  return readCompletion(completion, session.tolerate);
}

function readCompletion(
  { values, total, hasMore }: Readonly<Record<string, unknown>>,
  tolerate: Tolerate,
): Completion {
  const listed = Array.isArray(values) ? values : [];
  const texts = listed.filter((value) => typeof value === 'string');
  tolerate('malformed-item', listed.length - texts.length);
  const hasTotal = typeof total === 'number' && Number.isSafeInteger(total) && total >= 0;
  if (!hasTotal) tolerateField(total, tolerate);
  return {
    values: texts
      .slice(0, MAX_VALUES)
      .map((text) => cleanLabel(truncateText(text, MAX_VALUE_LENGTH))),
    ...(hasTotal && { total }),
    hasMore: hasMore === true || texts.length > MAX_VALUES,
  };
}
