import { describe, expect, it } from 'vitest';
import { hostOf, poolNames, tool } from './hosts.ts';
import { textOf } from './servers.ts';

describe('resources and prompts', () => {
  const scripts = {
    docs: {
      instructions: 'Read the docs.',
      resources: [{ uri: 'doc:1', name: 'One' }],
      resourceTemplates: [{ uriTemplate: 'doc:{id}', name: 'Doc' }],
      prompts: [{ name: 'sum up', arguments: [{ name: 'topic' }] }],
    },
    plain: { tools: [tool('t')] },
  };

  it('are reached through two tools, added once', async () => {
    await using host = await hostOf({ ...scripts, more: scripts.docs });
    expect(poolNames(host)).toEqual(['ListMcpResources', 'ReadMcpResource', 'mcp__plain__t']);
    const all = JSON.parse(textOf(await host.callTool('ListMcpResources')));
    expect(all).toEqual([
      { uri: 'doc:1', name: 'One', server: 'docs' },
      { uri: 'doc:1', name: 'One', server: 'more' },
    ]);
    const one = await host.callTool('ListMcpResources', { server: 'more' });
    expect(JSON.parse(textOf(one))).toHaveLength(1);
    const read = await host.callTool('ReadMcpResource', { server: 'docs', uri: 'doc:1' });
    expect(JSON.stringify(read.content)).toContain('content of doc:1');
    await expect(host.callTool('ListMcpResources', { server: 'nobody' })).rejects.toMatchObject({
      code: 'TOOLPOOL_SERVER_UNKNOWN',
    });
    await expect(host.callTool('ReadMcpResource', { server: 1 })).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_ARGUMENTS_INVALID',
    });
  });

  it('are listed, read and got by programs', async () => {
    await using host = await hostOf(scripts);
    expect(host.resources()).toEqual([{ uri: 'doc:1', name: 'One', server: 'docs' }]);
    expect(host.resourceTemplates()).toEqual([
      { uriTemplate: 'doc:{id}', name: 'Doc', server: 'docs' },
    ]);
    expect(host.instructions()).toEqual([{ server: 'docs', instructions: 'Read the docs.' }]);
    const { content } = await host.readResource('docs', 'doc:1');
    expect(JSON.stringify(content)).toContain('content of doc:1');
    await expect(host.readResource('docs', 'doc:2')).rejects.toMatchObject({
      code: 'TOOLPOOL_REQUEST_REFUSED',
    });
    const [command] = host.commands();
    expect(command?.name).toBe('mcp__docs__sum_up');
    const prompt = await host.getPrompt('mcp__docs__sum_up', { topic: 'x' });
    expect(prompt.messages).toMatchObject([
      { role: 'user', content: { type: 'text', text: 'sum up {"topic":"x"}' } },
    ]);
  });

  it('give a prompt one limit for all its messages, and say what is wrong with them', async () => {
    const say = (text: string, role = 'user') => ({ role, content: { type: 'text', text } });
    const long = 'word '.repeat(400);
    const messages = [say(long), null, say(long, 'system'), say(long), say(long), say('last')];
    const methods = { 'prompts/get': { messages } };
    await using host = await hostOf(
      { docs: { ...scripts.docs, methods } },
      { env: { MAX_MCP_OUTPUT_TOKENS: '1000' } },
    );
    const prompt = await host.getPrompt('mcp__docs__sum_up');
    expect(prompt.messages[0]).toMatchObject({ content: { text: long } });
    expect(JSON.stringify(prompt.messages).length).toBeLessThan(5_000);
    expect(prompt.warnings).toEqual(
      expect.arrayContaining([
        'Malformed messages of this prompt that were left out: 1.',
        "Messages of this prompt with no known role, taken as the user's: 1.",
        expect.stringMatching(
          /^Messages of this prompt beyond its limit that were left out: \d\.$/,
        ),
      ]),
    );
  });

  it('are no empty ones when the server answers without any', async () => {
    const methods = { 'resources/read': { contents: 'none' }, 'prompts/get': {} };
    await using host = await hostOf({ docs: { ...scripts.docs, methods } });
    await expect(host.readResource('docs', 'doc:1')).rejects.toMatchObject({
      code: 'TOOLPOOL_RESPONSE_INVALID',
      message: 'Server "docs" answered resources/read of "doc:1" with no list of contents.',
    });
    await expect(host.getPrompt('mcp__docs__sum_up')).rejects.toMatchObject({
      code: 'TOOLPOOL_RESPONSE_INVALID',
    });
  });
});
