import { isRecord } from '@toolpool/foundation/values';
import { type ProcessedResult, type ProcessOptions, processMcpResult } from '@toolpool/results';
import type { ConnectedServer } from '../connection/connection.ts';
import { invalidResponse } from '../session/request-errors.ts';
import type { RequestOptions } from '../session/session.ts';

/** Reads a resource, with the same limits as results of tools. */
export async function readResource(
  { name: server, session }: ConnectedServer,
  uri: string,
  options: RequestOptions & { readonly process: ProcessOptions },
): Promise<ProcessedResult> {
  const method = 'resources/read';
  const target = uri;
  const { signal, timeoutMs } = options;
  const result = await session.request(method, { uri }, { target, signal, timeoutMs });
  const { contents } = isRecord(result) ? result : {};
  if (!Array.isArray(contents)) {
    throw invalidResponse({ server, method, target }, 'no list of contents');
  }
  const content = contents.map((resource) => ({ type: 'resource', resource }));
  return processMcpResult({ content }, options.process);
}
