import type { FixtureScript } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createProject, scripted } from './cli-project.ts';
import { ErrorShape } from './shapes.ts';

const echo = { name: 'echo', inputSchema: { type: 'object' } };

function withServers(servers: Readonly<Record<string, FixtureScript>>) {
  return createProject({ '../home/mcp.json': scripted(servers) });
}

describe('--timeout', () => {
  it('ends at --timeout', async () => {
    await using project = withServers({ a: { tools: [echo], replies: { echo: { hang: true } } } });
    const result = await project.cli(['call', 'echo', '--timeout', '1500ms', '--json']);
    expect(result.code).toBe(3);
    expect(ErrorShape.parse(result.json()).error.code).toBe('TOOLPOOL_CALL_TIMEOUT');
  });

  it('counts the connecting into --timeout', async () => {
    const listing = { 'tools/list': { delayMs: 900, result: { tools: [echo] } } };
    const replies = { echo: { delayMs: 1_800 } };
    await using project = withServers({ a: { tools: [echo], methods: listing, replies } });
    const result = await project.cli(['call', 'a/echo', '--timeout', '2500ms', '--json']);
    expect(result.code).toBe(3);
    expect(ErrorShape.parse(result.json()).error.code).toBe('TOOLPOOL_CALL_TIMEOUT');
  });

  it.each([
    ['call', 'a/echo'],
    ['tool', 'a/echo'],
    ['read', 'a', 'test://x'],
    ['prompt', 'a/greet'],
  ])('bounds the connecting of %s by --timeout and names it', async (...words) => {
    await using project = withServers({ a: { hangInitialize: true } });
    const result = await project.cli([...words, '--timeout', '100ms', '--json']);
    expect(result.code).toBe(3);
    expect(ErrorShape.parse(result.json()).error).toMatchObject({
      code: 'TOOLPOOL_CONNECT_TIMEOUT',
      hint: expect.stringContaining('--timeout'),
    });
  });
});
