import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  buildTool,
  decidePermission,
  findRuleProblems,
  type PermissionMode,
  type PermissionRuleTexts,
  parsePermissionRules,
  type Tool,
} from '../src/index.ts';
import { mcpTool } from './mcp-tools.ts';

const decide = (tool: Tool, texts: PermissionRuleTexts, mode: PermissionMode = 'default') =>
  decidePermission(tool, { rules: parsePermissionRules(texts), mode }).behavior;

const isDenied = (tool: Tool, rule: string): boolean => decide(tool, { deny: [rule] }) === 'deny';

const builtIn = (name: string, rest: Partial<Tool> = {}): Tool => ({
  ...buildTool({
    name,
    description: () => '',
    inputSchema: z.object({}),
    call: async () => ({ data: '' }),
  }),
  ...rest,
});

const plain = mcpTool('github', 'get_issue');
const readOnly = mcpTool('github', { name: 'get', annotations: { readOnlyHint: true } });
const destructive = mcpTool('github', {
  name: 'drop.table',
  annotations: { destructiveHint: true, readOnlyHint: true },
});

describe('rules', () => {
  it.each(['mcp__github', 'mcp__github__*', 'mcp__github__get_issue', 'mcp__github__get_*'])(
    '%s covers get_issue of github',
    (rule) => {
      expect(isDenied(plain, rule)).toBe(true);
    },
  );

  it.each([
    'mcp__git',
    'mcp__github__get',
    'mcp__github__set_*',
    'mcp__github__',
    'mcp__gitlab__*',
    'github',
    'get_issue',
    '',
    '*',
  ])('%j does not', (rule) => {
    expect(isDenied(plain, rule)).toBe(false);
  });

  it.each(['my-server', 'my_server', 'my.server', 'my:server', 'claude.ai My Drive'])(
    'fault 27: rules for server %j match raw and normalised, with and without the star',
    (server) => {
      const tool = mcpTool(server, 'list.all');
      const normalized = tool.name.slice('mcp__'.length, -'__list_all'.length);
      for (const name of [server, normalized]) {
        for (const rest of ['', '__*', '__list.all', '__list_all', '__list*', '__*_all']) {
          expect([name + rest, isDenied(tool, `mcp__${name}${rest}`)]).toEqual([name + rest, true]);
        }
        expect(isDenied(tool, `mcp__${name}__other`)).toBe(false);
      }
    },
  );

  it('fault 27: a rule that matches nothing is reported', () => {
    const rules = parsePermissionRules({
      allow: ['mcp__github', 'mcp__gone', 'mcp__*'],
      deny: ['mcp__github__nothing', 'Bash(rm:*)', 'mcp__failed__x'],
    });
    const tools = [plain, builtIn('Read')];
    const messages = (silentServers: readonly string[]) =>
      findRuleProblems(rules, tools, { silentServers }).map(({ message }) => message);
    expect(messages([])).toEqual([
      'The deny rule "mcp__github__nothing" matches no tool.',
      'The deny rule "Bash(rm:*)" matches no tool.',
      'The deny rule "mcp__failed__x" matches no tool.',
      'The allow rule "mcp__gone" matches no tool.',
      'The allow rule "mcp__*" matches no tool.',
    ]);
    expect(messages(['failed', 'gone'])).not.toContain(
      'The allow rule "mcp__gone" matches no tool.',
    );
  });

  it('fault 33: rules for server a leave server a__b alone', () => {
    const tool = mcpTool('a__b', 'c');
    for (const rule of ['mcp__a', 'mcp__a__*', 'mcp__a__c'])
      expect(isDenied(tool, rule)).toBe(false);
    for (const rule of ['mcp__a__b', 'mcp__a__b__*', 'mcp__a__b__c']) {
      expect(isDenied(tool, rule)).toBe(true);
    }
  });

  it('reports an allow rule that reaches several servers', () => {
    const rules = parsePermissionRules({ allow: ['mcp__a__b'], deny: ['mcp__a__b'] });
    expect(findRuleProblems(rules, [mcpTool('a', 'b'), mcpTool('a__b', 'x')])).toMatchObject([
      { message: 'The allow rule "mcp__a__b" reaches tools of several servers: "a", "a__b".' },
    ]);
  });

  it('takes the qualified name as the pool shows it', () => {
    const long = mcpTool('s'.repeat(40), 't'.repeat(60));
    expect(long.name).toHaveLength(64);
    expect(isDenied(long, long.name)).toBe(true);
  });

  it('takes a pattern for the server where that narrows, not where it widens', () => {
    expect(isDenied(plain, 'mcp__*')).toBe(true);
    expect(isDenied(plain, 'mcp__git*__get_*')).toBe(true);
    expect(isDenied(plain, 'mcp__lab*__get_*')).toBe(false);
    expect(decide(plain, { allow: ['mcp__*', 'mcp__git*'] })).toBe('ask');
  });

  it('matches an MCP tool by its origin, not by a name that it shares with a built-in tool', () => {
    const unprefixed = { ...plain, name: 'Read' };
    expect(isDenied(unprefixed, 'Read')).toBe(false);
    expect(isDenied(unprefixed, 'mcp__github__get_issue')).toBe(true);
    expect(isDenied(builtIn('Read'), 'Read')).toBe(true);
    expect(isDenied(builtIn('Read', { aliases: ['View'] }), 'View')).toBe(true);
  });

  it('trims rules and drops repeated ones', () => {
    expect(parsePermissionRules({ deny: [' mcp__a ', 'mcp__a'] }).deny).toEqual([
      { behavior: 'deny', text: 'mcp__a' },
    ]);
  });

  it('matches patterns as a regular expression would', () => {
    const pattern = fc.array(fc.constantFrom('a', 'b', '_', '*'), { maxLength: 8 });
    const name = fc.array(fc.constantFrom('a', 'b', '_'), { maxLength: 12 });
    fc.assert(
      fc.property(pattern, name, (parts, units) => {
        const tool = mcpTool('s', units.join(''));
        const expected = new RegExp(`^${parts.join('').replaceAll('*', '.*')}$`).test(
          units.join(''),
        );
        // The rule may also name a server `s__...`, which there is not.
        expect(isDenied(tool, `mcp__s__${parts.join('')}`)).toBe(expected);
      }),
    );
  });
});

describe('decidePermission', () => {
  it('lets deny beat ask and ask beat allow', () => {
    const rule = ['mcp__github'];
    expect(decide(plain, { allow: rule })).toBe('allow');
    expect(decide(plain, { allow: rule, ask: rule })).toBe('ask');
    expect(decide(plain, { allow: rule, ask: rule, deny: rule })).toBe('deny');
    expect(decide(plain, { allow: ['mcp__github__get_issue'], deny: rule })).toBe('deny');
  });

  it.each<[PermissionMode, string, string, string]>([
    ['default', 'ask', 'ask', 'ask'],
    ['allow-read-only', 'ask', 'allow', 'ask'],
    ['dont-ask', 'deny', 'deny', 'deny'],
    ['bypass', 'allow', 'allow', 'allow'],
  ])(
    'in mode %s a tool without a rule: %s, read-only: %s, destructive: %s',
    (mode, ...expected) => {
      expect([plain, readOnly, destructive].map((tool) => decide(tool, {}, mode))).toEqual(
        expected,
      );
    },
  );

  it('asks before a destructive tool unless an allow rule names it exactly', () => {
    expect(decide(destructive, { allow: ['mcp__github'] })).toBe('ask');
    expect(decide(destructive, { allow: ['mcp__github__drop*'] })).toBe('ask');
    expect(decide(destructive, { allow: ['mcp__github__*', 'mcp__github__drop.table'] })).toBe(
      'allow',
    );
    expect(decide(destructive, { allow: ['mcp__github__drop_table'] })).toBe('allow');
    expect(decide(destructive, { allow: ['mcp__github'] }, 'dont-ask')).toBe('deny');
    expect(decide(builtIn('Drop', { isDestructive: () => true }), {})).toBe('ask');
  });

  it('keeps ask and deny rules in every mode', () => {
    for (const mode of ['default', 'allow-read-only', 'bypass'] as const) {
      expect(decide(readOnly, { ask: ['mcp__github'] }, mode)).toBe('ask');
      expect(decide(readOnly, { deny: ['mcp__github'] }, mode)).toBe('deny');
    }
    expect(decide(readOnly, { ask: ['mcp__github'] }, 'dont-ask')).toBe('deny');
    expect(decide(readOnly, { allow: ['mcp__github'] }, 'dont-ask')).toBe('allow');
  });

  it('asks in every mode before a tool that requires interaction', () => {
    const tool = mcpTool('s', { name: 't', _meta: { 'anthropic/requiresUserInteraction': true } });
    expect(decide(tool, { allow: ['mcp__s__t'] })).toBe('ask');
    expect(decide(tool, { allow: ['mcp__s__t'] }, 'bypass')).toBe('ask');
    expect(decide(tool, { allow: ['mcp__s__t'] }, 'dont-ask')).toBe('deny');
  });

  it('allows a built-in tool without a rule', () => {
    expect(decide(builtIn('Read'), {})).toBe('allow');
    expect(decide(builtIn('Read'), {}, 'dont-ask')).toBe('allow');
    expect(decide(builtIn('Read'), { ask: ['Read'] })).toBe('ask');
  });

  it('hears what the tool itself says about a call', () => {
    const own = (behavior: 'allow' | 'ask' | 'deny', texts: PermissionRuleTexts = {}) =>
      decidePermission(
        plain,
        { rules: parsePermissionRules(texts), mode: 'default' },
        { behavior, message: 'The tool says so.' },
      );
    expect(own('deny', { allow: ['mcp__github__get_issue'] })).toEqual({
      behavior: 'deny',
      message: 'The tool says so.',
    });
    expect(own('ask', { allow: ['mcp__github'] }).behavior).toBe('ask');
    expect(own('ask', { allow: ['mcp__github__get_issue'] }).behavior).toBe('allow');
    expect(own('allow')).toEqual({ behavior: 'allow', message: 'The tool says so.' });
    expect(own('allow', { ask: ['mcp__github'] }).behavior).toBe('ask');
  });

  it('says which rule decided, and why', () => {
    const context = {
      rules: parsePermissionRules({ deny: ['mcp__github'] }),
      mode: 'default',
    } as const;
    expect(decidePermission(plain, context)).toEqual({
      behavior: 'deny',
      message: 'The rule "mcp__github" denies tool "mcp__github__get_issue".',
      rule: { behavior: 'deny', text: 'mcp__github' },
    });
  });
});
