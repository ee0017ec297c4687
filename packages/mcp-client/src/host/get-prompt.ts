import { isRecord } from '@toolpool/foundation/values';
import {
  DEFAULT_MAX_TOKENS,
  estimateContentTokens,
  type ModelContentBlock,
  type ProcessOptions,
  processMcpResult,
  type SavedResult,
} from '@toolpool/results';
import type { ConnectedServer } from '../connection/connection.ts';
import { readTexts } from '../reading/read-items.ts';
import { invalidResponse } from '../session/request-errors.ts';
import type { RequestOptions } from '../session/session.ts';

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ModelContentBlock;
}

/** The messages of a prompt, all together within the limits of one result of a tool. */
export interface PromptMessages {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly saved: readonly SavedResult[];
  readonly warnings: readonly string[];
}

/** Gets a prompt's messages; a malformed one is left out with a warning and costs only itself. */
export async function getPrompt(
  { name: server, session }: ConnectedServer,
  request: { readonly prompt: string; readonly args: Readonly<Record<string, string>> },
  options: RequestOptions & { readonly process: ProcessOptions },
): Promise<PromptMessages> {
  const { prompt, args } = request;
  const method = 'prompts/get';
  const target = prompt;
  const { signal, timeoutMs } = options;
  const params = { name: prompt, arguments: args };
  const result = await session.request(method, params, { target, signal, timeoutMs });
  const fields = isRecord(result) ? result : {};
  if (!Array.isArray(fields.messages)) {
    throw invalidResponse({ server, method, target }, 'no list of messages');
  }
  return {
    ...readTexts(fields, ['description']),
    ...(await readMessages(fields.messages, options.process)),
  };
}

type ReadMessages = Omit<PromptMessages, 'description'>;

/** One budget holds for all messages: each gets what those before it left. */
async function readMessages(
  raw: readonly unknown[],
  options: ProcessOptions,
): Promise<ReadMessages> {
  const { maxTokens = DEFAULT_MAX_TOKENS, skipSizeCheck = false } = options;
  const readable = raw.filter((message) => isRecord(message));
  const parts: ReadMessages[] = [];
  let left = maxTokens;
  for (const message of readable) {
    if (left <= 0 && !skipSizeCheck) break;
    const part = await readMessage(message, { ...options, maxTokens: left });
    left -= estimateContentTokens(part.messages.map(({ content }) => content));
    parts.push(part);
  }
  const counts = {
    malformed: raw.length - readable.length,
    beyond: readable.length - parts.length,
    nobodys: readable.filter(({ role }) => role !== 'user' && role !== 'assistant').length,
  };
  return {
    messages: parts.flatMap((part) => part.messages),
    saved: parts.flatMap((part) => part.saved),
    warnings: [...parts.flatMap((part) => part.warnings), ...warningsOf(counts)],
  };
}

function warningsOf(counts: {
  readonly malformed: number;
  readonly beyond: number;
  readonly nobodys: number;
}): readonly string[] {
  const { malformed, beyond, nobodys } = counts;
  return [
    malformed > 0 && `Malformed messages of this prompt that were left out: ${malformed}.`,
    nobodys > 0 && `Messages of this prompt with no known role, taken as the user's: ${nobodys}.`,
    beyond > 0 && `Messages of this prompt beyond its limit that were left out: ${beyond}.`,
  ].filter((warning) => warning !== false);
}

async function readMessage(
  { role, content }: Readonly<Record<string, unknown>>,
  options: ProcessOptions,
): Promise<ReadMessages> {
  const blocks = Array.isArray(content) ? content : [content];
  const processed = await processMcpResult({ content: blocks }, options);
  const speaker = role === 'assistant' ? 'assistant' : 'user';
  return {
    messages: processed.content.map((block) => ({ role: speaker, content: block })),
    saved: processed.saved,
    warnings: processed.warnings,
  };
}
