import type { McpToolInfo } from '../tool/tool.ts';
import { candidateName, firstAttempt, joinNames } from './qualified-name.ts';

export interface AssignedNames<Pair extends McpToolInfo> {
  /** Every pair once, by its qualified name. */
  readonly names: ReadonlyMap<string, Pair>;
  /** Pairs left out because an earlier one has the same server and tool name. */
  readonly duplicates: readonly Pair[];
}

/**
 * Gives each pair of server and tool name its qualified name: `^[a-zA-Z0-9_-]{1,64}$`, no two alike,
 * the same whatever the pairs' order. Where pairs compete for a name, each gets the hashed form.
 */
export function assignQualifiedNames<Pair extends McpToolInfo>(
  pairs: Iterable<Pair>,
): AssignedNames<Pair> {
  const { unique, duplicates } = dropDuplicates(pairs);
  const names = new Map<string, Pair>();
  for (const [name, { beaten, pair }] of settle(unique)) if (!beaten) names.set(name, pair);
  return { names, duplicates };
}

interface Claim<Pair> {
  readonly pair: Pair;
  readonly joined: string;
  readonly attempt: number;
  readonly name: string;
  beaten: boolean;
}

/**
 * Lets every pair claim its names, from the plain one on, until one of its claims stands: one that no
 * other pair ever claimed at the same or a later attempt. Claims are never withdrawn, so the outcome
 * is the same in whatever order they are made, and the work grows with the number of claims.
 *
 * @returns of each name a claim of the latest attempt
 */
function settle<Pair extends McpToolInfo>(
  pairs: readonly Pair[],
): ReadonlyMap<string, Claim<Pair>> {
  const claims = new Map<string, Claim<Pair>>();
  const beaten: Claim<Pair>[] = [];
  for (const pair of pairs) {
    const joined = joinNames(pair.serverName, pair.toolName);
    enter(createClaim(pair, joined, firstAttempt(joined)), claims, beaten);
  }
  for (let claim = beaten.pop(); claim; claim = beaten.pop()) {
    enter(createClaim(claim.pair, claim.joined, claim.attempt + 1), claims, beaten);
  }
  return claims;
}

function createClaim<Pair extends McpToolInfo>(
  pair: Pair,
  joined: string,
  attempt: number,
): Claim<Pair> {
  return { pair, joined, attempt, name: candidateName(pair, joined, attempt), beaten: false };
}

/** Enters a claim and lists the claims that are beaten by that. */
function enter<Pair>(
  claim: Claim<Pair>,
  claims: Map<string, Claim<Pair>>,
  beaten: Claim<Pair>[],
): void {
  const rival = claims.get(claim.name);
  if (!rival || rival.attempt <= claim.attempt) claims.set(claim.name, claim);
  if (!rival) return;
  for (const loser of losersOf(claim, rival)) {
    if (loser.beaten) continue;
    loser.beaten = true;
    beaten.push(loser);
  }
}

function losersOf<Pair>(one: Claim<Pair>, other: Claim<Pair>): readonly Claim<Pair>[] {
  if (one.attempt === other.attempt) return [one, other];
  return [one.attempt < other.attempt ? one : other];
}

function dropDuplicates<Pair extends McpToolInfo>(
  pairs: Iterable<Pair>,
): { readonly unique: readonly Pair[]; readonly duplicates: readonly Pair[] } {
  const unique: Pair[] = [];
  const duplicates: Pair[] = [];
  const toolsByServer = new Map<string, Set<string>>();
  for (const pair of pairs) {
    let tools = toolsByServer.get(pair.serverName);
    if (!tools) {
      tools = new Set();
      toolsByServer.set(pair.serverName, tools);
    }
    const count = tools.size;
    (tools.add(pair.toolName).size === count ? duplicates : unique).push(pair);
  }
  return { unique, duplicates };
}
