import {
  type ModelContentBlock,
  type ProcessOptions,
  processMcpResult,
  type SavedResult,
} from '@toolpool/results';
import type { ConnectedServer } from '../connection/connection.ts';
import { readTexts } from '../discovery/read-items.ts';
import { isRecord } from '../records.ts';
import { invalidResponse } from '../session/request-errors.ts';
import type { RequestOptions } from '../session/session.ts';

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ModelContentBlock;
}

/** The messages of a prompt, with the same limits as results of tools. */
export interface PromptMessages {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly saved: readonly SavedResult[];
  readonly warnings: readonly string[];
}

/** Gets a prompt's messages; a malformed one is left out and costs only itself. */
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
  const read = await Promise.all(
    fields.messages
      .filter((message) => isRecord(message))
      .map((message) => readMessage(message, options.process)),
  );
  return {
    ...readTexts(fields, ['description']),
    messages: read.flatMap((part) => part.messages),
    saved: read.flatMap((part) => part.saved),
    warnings: read.flatMap((part) => part.warnings),
  };
}

async function readMessage(
  { role, content }: Readonly<Record<string, unknown>>,
  options: ProcessOptions,
): Promise<Omit<PromptMessages, 'description'>> {
  const blocks = Array.isArray(content) ? content : [content];
  const processed = await processMcpResult({ content: blocks }, options);
  const speaker = role === 'assistant' ? 'assistant' : 'user';
  return {
    messages: processed.content.map((block) => ({ role: speaker, content: block })),
    saved: processed.saved,
    warnings: processed.warnings,
  };
}
