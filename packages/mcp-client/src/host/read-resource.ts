import { type ProcessedResult, type ProcessOptions, processMcpResult } from '@toolpool/results';
import type { ConnectedServer } from '../connection/connection.ts';
import { isRecord } from '../records.ts';
import type { RequestOptions } from '../session/session.ts';

/** Reads a resource, with the same limits as results of tools. */
export async function readResource(
  { session }: ConnectedServer,
  uri: string,
  options: RequestOptions & { readonly process: ProcessOptions },
): Promise<ProcessedResult> {
  const result = await session.request(
    'resources/read',
    { uri },
    {
      target: uri,
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    },
  );
  const contents = isRecord(result) && Array.isArray(result.contents) ? result.contents : [];
  const content = contents.map((resource) => ({ type: 'resource', resource }));
  return processMcpResult({ content }, options.process);
}
