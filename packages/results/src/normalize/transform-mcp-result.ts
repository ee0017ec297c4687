import { cleanText } from '@toolpool/foundation/text';
import { type NormalizedResult, normalizeResult } from './normalize-result.ts';

/**
 * Brings a server's result into MCP's shape, leniently and without limits of size: good blocks are
 * kept whatever their neighbours are, a bad block becomes a short note, `null` is absence, and text
 * is text. Structured content joins the content only where that is empty or says something else.
 * Invisible characters are removed everywhere, keys too; nothing is checked against a schema.
 */
export function transformMcpResult(raw: unknown): NormalizedResult {
  return normalizeResult(raw, cleanText).result;
}
