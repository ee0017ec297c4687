import { hash } from 'node:crypto';
import type { McpToolInfo } from '../tool/tool.ts';
import { normalizeNameForMcp } from './normalize-name.ts';

/** What the APIs of models accept as a tool's name. */
const MAX_NAME_LENGTH = 64;
const KEPT_LENGTH = 55;
const HASH_LENGTH = 8;

/**
 * The qualified name of a tool that no other tool competes with: `mcp__server__tool`, both parts
 * normalised, shortened by a hash when it would be longer than 64 characters.
 *
 * A qualified name is for showing and comparing; nothing takes one apart again.
 */
export function buildMcpToolName(serverName: string, toolName: string): string {
  const joined = joinNames(serverName, toolName);
  return candidateName({ serverName, toolName }, joined, firstAttempt(joined));
}

/** `mcp__server__tool` at full length. */
export function joinNames(serverName: string, toolName: string): string {
  return `mcp__${normalizeNameForMcp(serverName)}__${normalizeNameForMcp(toolName)}`;
}

/** The lowest attempt whose name is short enough. */
export function firstAttempt(joined: string): number {
  return joined.length <= MAX_NAME_LENGTH ? 0 : 1;
}

/**
 * The name that a pair claims at its n-th attempt: 0 the joined name itself, 1 its first characters
 * with a hash of the pair, from 2 on with a hash of the pair and the attempt's number.
 */
export function candidateName(
  { serverName, toolName }: McpToolInfo,
  joined: string,
  attempt: number,
): string {
  if (attempt === 0) return joined;
  const source = attempt === 1 ? [serverName, toolName] : [serverName, toolName, attempt];
  const digest = hash('sha256', JSON.stringify(source)).slice(0, HASH_LENGTH);
  return `${joined.slice(0, KEPT_LENGTH)}_${digest}`;
}
