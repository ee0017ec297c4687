import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignQualifiedNames,
  buildMcpToolName,
  CONNECTOR_PREFIX,
  type McpToolInfo,
  normalizeNameForMcp,
} from '../src/index.ts';

const pair = (serverName: string, toolName: string): McpToolInfo => ({ serverName, toolName });

/** `server/tool` -> qualified name, in an order of its own. */
function assigned(pairs: readonly McpToolInfo[]): Record<string, string> {
  const { names } = assignQualifiedNames(pairs);
  const entries = Array.from(names, ([name, { serverName, toolName }]) => [
    JSON.stringify([serverName, toolName]),
    name,
  ]);
  return Object.fromEntries(entries.sort());
}

const hashed = (serverName: string, toolName: string): string => {
  const joined = `mcp__${normalizeNameForMcp(serverName)}__${normalizeNameForMcp(toolName)}`;
  const digest = createHash('sha256')
    .update(JSON.stringify([serverName, toolName]))
    .digest('hex');
  return `${joined.slice(0, 55)}_${digest.slice(0, 8)}`;
};

describe('normalizeNameForMcp', () => {
  it.each([
    ['plain-name_1', 'plain-name_1'],
    ['admin.tools.list', 'admin_tools_list'],
    ['user/update', 'user_update'],
    ['Create Share', 'Create_Share'],
    ['plugin:acme:db', 'plugin_acme_db'],
    ['__proto__', '__proto__'],
    ['a..b', 'a__b'],
    ['é', '_'],
    ['', ''],
  ])('turns %j into %j', (name, expected) => {
    expect(normalizeNameForMcp(name)).toBe(expected);
  });

  it('collapses and trims underscores in names of connectors', () => {
    expect(CONNECTOR_PREFIX).toBe('claude.ai ');
    expect(normalizeNameForMcp('claude.ai My  (Drive)')).toBe('claude_ai_My_Drive');
    expect(normalizeNameForMcp('claude.aiMy  Drive')).toBe('claude_aiMy__Drive');
  });

  it('is linear for hostile connector names', () => {
    expect(normalizeNameForMcp(`claude.ai ${' '.repeat(1_000_000)}x`)).toBe('claude_ai_x');
  });
});

describe('buildMcpToolName', () => {
  it('joins server and tool', () => {
    expect(buildMcpToolName('git.hub', 'issues/list')).toBe('mcp__git_hub__issues_list');
  });

  it('fault 36: a name longer than 64 characters gets a hash of the original pair', () => {
    const server = 's'.repeat(40);
    const tool = 't'.repeat(60);
    expect(buildMcpToolName(server, tool)).toBe(hashed(server, tool));
    expect(buildMcpToolName(server, tool)).toHaveLength(64);
    expect(buildMcpToolName('s'.repeat(28), 't'.repeat(29))).toHaveLength(64);
    expect(buildMcpToolName('s'.repeat(28), 't'.repeat(29))).not.toBe(
      hashed('s'.repeat(28), 't'.repeat(29)),
    );
  });
});

describe('assignQualifiedNames', () => {
  it('fault 33: `__` in a server name mixes up no two tools', () => {
    const pairs = [pair('a', 'b__c'), pair('a__b', 'c'), pair('a_', 't'), pair('a', '_t')];
    expect(assigned(pairs)).toEqual({
      '["a","b__c"]': hashed('a', 'b__c'),
      '["a__b","c"]': hashed('a__b', 'c'),
      '["a_","t"]': hashed('a_', 't'),
      '["a","_t"]': hashed('a', '_t'),
    });
  });

  it('fault 34: every one of colliding names gets a hash, in whatever order they connect', () => {
    const servers = ['my-server', 'my_server', 'my.server', 'my server'];
    const pairs = servers.flatMap((server) => [pair(server, 'a.b'), pair(server, 'a/b')]);
    const expected = assigned(pairs);
    expect(assigned(pairs.toReversed())).toEqual(expected);
    expect(new Set(Object.values(expected)).size).toBe(8);
    expect(expected['["my.server","a.b"]']).toBe(hashed('my.server', 'a.b'));
  });

  it('fault 35: names that share their first 64 characters end apart, and stay so', () => {
    const shared = 'x'.repeat(64);
    const pairs = [pair('s', `${shared}-one`), pair('s', `${shared}-two`)];
    expect(Object.values(assigned(pairs)).sort()).toEqual(
      [hashed('s', `${shared}-one`), hashed('s', `${shared}-two`)].sort(),
    );
  });

  it('fault 37: names with dots, slashes, spaces or emoji keep their tool', () => {
    const tools = ['admin.tools.list', 'user/update', 'Create Share', '', '🚀', 'ok'];
    const names = Object.values(assigned(tools.map((tool) => pair('s', tool))));
    expect(names).toHaveLength(tools.length);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  it('keeps what it was given, and reports a pair that comes twice', () => {
    const first = { ...pair('s', 'a'), order: 1 };
    const second = { ...pair('s', 'a'), order: 2 };
    const { names, duplicates } = assignQualifiedNames([first, second]);
    expect([...names]).toEqual([['mcp__s__a', first]]);
    expect(duplicates).toEqual([second]);
  });

  it('lets a hashed name win over a tool that is called like it', () => {
    const long = pair('s', 'x'.repeat(80));
    const mimicName = hashed(long.serverName, long.toolName).slice('mcp__s__'.length);
    const mimic = pair('s', mimicName);
    expect(assigned([mimic, long])).toEqual({
      [JSON.stringify(['s', long.toolName])]: hashed('s', long.toolName),
      [JSON.stringify(['s', mimicName])]: hashed('s', mimicName),
    });
    expect(assigned([long, mimic])).toEqual(assigned([mimic, long]));
  });

  it('keeps apart two pairs whose hashes are the same', () => {
    const pairs = collidingPairs();
    const expected = assigned(pairs);
    expect(new Set(Object.values(expected)).size).toBe(2);
    expect(assigned(pairs.toReversed())).toEqual(expected);
  });

  it('ends quickly for a chain of tools, each called like the hashed name of the one before', () => {
    const chain = [pair('s', 'x'.repeat(80))];
    for (let length = 1; length < 3_000; length += 1) {
      const last = chain.at(-1) as McpToolInfo;
      chain.push(pair('s', hashed('s', last.toolName).slice('mcp__s__'.length)));
    }
    const names = assigned(chain);
    expect(new Set(Object.values(names)).size).toBe(3_000);
    expect(assigned(chain.toReversed())).toEqual(names);
  });

  it('maps hostile names one to one, into the pattern, whatever their order', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '__proto__',
        'constructor',
        '..',
        '',
        '_',
        '__',
        'a__b',
        'a_',
        '🚀',
        '\ud800',
      ),
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.stringMatching(/^[ab_.]{0,70}$/),
    );
    const pairs = fc.array(fc.tuple(hostile, hostile), { maxLength: 40 });
    fc.assert(
      fc.property(pairs, fc.infiniteStream(fc.nat()), (tuples, random) => {
        const all = tuples.map(([server, tool]) => pair(server, tool));
        const names = assigned(all);
        const distinct = new Set(tuples.map((tuple) => JSON.stringify(tuple)));
        expect(Object.keys(names)).toHaveLength(distinct.size);
        for (const name of Object.values(names)) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        const shuffled = all
          .map((item) => ({ item, key: random.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ item }) => item);
        expect(assigned(shuffled)).toEqual(names);
      }),
      { numRuns: 300 },
    );
  });

  it('takes a name of 1 MB', () => {
    const huge = '🚀'.repeat(250_000);
    const names = assigned([pair(huge, huge), pair(huge, `${huge}!`)]);
    expect(Object.values(names).every((name) => /^[a-zA-Z0-9_-]{64}$/.test(name))).toBe(true);
  });
});

/** Two pairs with the same joined name and the same 8 digits of SHA-256, found by trying. */
function collidingPairs(): readonly McpToolInfo[] {
  const seen = new Map<string, string>();
  for (let number = 0; ; number += 1) {
    // Every unit becomes `_`, and 17 of two kinds give enough names of one form.
    const toolName = number.toString(2).padStart(20, '0').replaceAll('0', '.').replaceAll('1', '/');
    const digest = createHash('sha256')
      .update(JSON.stringify(['s', toolName]))
      .digest('hex');
    const other = seen.get(digest.slice(0, 8));
    if (other !== undefined) return [pair('s', other), pair('s', toolName)];
    seen.set(digest.slice(0, 8), toolName);
  }
}
