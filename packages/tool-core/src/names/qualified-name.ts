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
  return firstCandidate({ serverName, toolName }).name;
}

/** A tool's claim to a name. */
export interface NameCandidate {
  /** `mcp__server__tool` at full length. */
  readonly joined: string;
  /** 0: the joined name; 1: with a hash of the pair; from 2: with one of the pair and this number. */
  readonly attempt: number;
  readonly name: string;
}

export function firstCandidate(pair: McpToolInfo): NameCandidate {
  const { serverName, toolName } = pair;
  const joined = `mcp__${normalizeNameForMcp(serverName)}__${normalizeNameForMcp(toolName)}`;
  if (joined.length <= MAX_NAME_LENGTH) return { joined, attempt: 0, name: joined };
  return nextCandidate(pair, { joined, attempt: 0 });
}

export function nextCandidate(
  { serverName, toolName }: McpToolInfo,
  previous: Pick<NameCandidate, 'joined' | 'attempt'>,
): NameCandidate {
  const { joined } = previous;
  const attempt = previous.attempt + 1;
  const source = attempt === 1 ? [serverName, toolName] : [serverName, toolName, attempt];
  const digest = hash('sha256', JSON.stringify(source)).slice(0, HASH_LENGTH);
  return { joined, attempt, name: `${joined.slice(0, KEPT_LENGTH)}_${digest}` };
}
