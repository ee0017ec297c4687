import type { McpToolInfo } from '../tool/tool.ts';
import { firstCandidate, type NameCandidate, nextCandidate } from './qualified-name.ts';

export interface AssignedNames<Pair extends McpToolInfo> {
  /** Every pair once, by its qualified name, in the order given. */
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
  const claimants = unique.map((pair) => ({ pair, candidate: firstCandidate(pair) }));
  settle(claimants);
  const names = new Map(claimants.map(({ candidate, pair }) => [candidate.name, pair]));
  return { names, duplicates };
}

interface Claimant {
  readonly pair: McpToolInfo;
  candidate: NameCandidate;
}

/** What was claimed of one name so far. */
interface Contest {
  /** The highest attempt among the claims. */
  attempt: number;
  /** Who has the name; nobody once two claims of that attempt have met. */
  holder: Claimant | undefined;
}

/**
 * Lets a claimant keep a name only if no other claimant ever claimed it at the same or a later
 * attempt; else it claims its next candidate. Claims are never withdrawn, so the outcome is the same
 * in whatever order they are made, and the work grows with the number of claims.
 */
function settle(claimants: readonly Claimant[]): void {
  const contests = new Map<string, Contest>();
  const waiting = [...claimants];
  for (let claimant = waiting.pop(); claimant; claimant = waiting.pop()) {
    for (const loser of claim(contests, claimant)) {
      loser.candidate = nextCandidate(loser.pair, loser.candidate);
      waiting.push(loser);
    }
  }
}

const nobody: readonly Claimant[] = [];

/** Enters a claim and returns who loses by it. */
function claim(contests: Map<string, Contest>, claimant: Claimant): readonly Claimant[] {
  const { name, attempt } = claimant.candidate;
  const contest = contests.get(name);
  if (!contest) {
    contests.set(name, { attempt, holder: claimant });
    return nobody;
  }
  if (attempt < contest.attempt) return [claimant];
  const losers = contest.holder ? [contest.holder] : [];
  const isTie = attempt === contest.attempt;
  contest.attempt = attempt;
  contest.holder = isTie ? undefined : claimant;
  return isTie ? [...losers, claimant] : losers;
}

function dropDuplicates<Pair extends McpToolInfo>(
  pairs: Iterable<Pair>,
): { readonly unique: readonly Pair[]; readonly duplicates: readonly Pair[] } {
  const unique: Pair[] = [];
  const duplicates: Pair[] = [];
  const toolsByServer = new Map<string, Set<string>>();
  for (const pair of pairs) {
    const tools = toolsByServer.get(pair.serverName) ?? new Set();
    toolsByServer.set(pair.serverName, tools);
    (tools.has(pair.toolName) ? duplicates : unique).push(pair);
    tools.add(pair.toolName);
  }
  return { unique, duplicates };
}
