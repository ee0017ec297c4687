import { parsePermissionRules } from '@toolpool/tool-core';
import { describe, expect, it } from 'vitest';
import { hostOf, poolNames, tool } from './hosts.ts';
import { textOf } from './servers.ts';

describe('permissions', () => {
  const scripts = { s: { tools: [tool('t'), tool('secret')] } };
  const rules = parsePermissionRules({ allow: ['mcp__s__t'], deny: ['mcp__s__secret'] });

  it('keep denied tools out of the pool and refuse to call them', async () => {
    await using host = await hostOf(scripts, { permissions: { rules, mode: 'default' } });
    expect(poolNames(host)).toEqual(['mcp__s__t']);
    expect(textOf(await host.callTool('mcp__s__t'))).toBe('ok');
    await expect(host.callTool('mcp__s__secret')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_DENIED',
      data: { rule: 'mcp__s__secret' },
    });
  });

  it('deny what asks when nobody answers', async () => {
    await using host = await hostOf(scripts, {
      permissions: { rules: parsePermissionRules(), mode: 'default' },
    });
    await expect(host.callTool('mcp__s__t')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_DENIED',
    });
    await expect(host.callToolRaw('mcp__s__t')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_DENIED',
    });
  });

  it('ask nobody about a call that is cancelled before, and survive an answer that fails with it', async () => {
    let asked = 0;
    await using host = await hostOf(scripts, {
      permissions: { rules: parsePermissionRules(), mode: 'default' },
      onPermissionRequest: ({ signal }) => {
        asked += 1;
        controller.abort();
        return Promise.reject(signal?.reason);
      },
    });
    const controller = new AbortController();
    const { signal } = controller;
    for (let call = 1; call <= 2; call += 1) {
      await expect(host.callTool('mcp__s__t', {}, { signal })).rejects.toMatchObject({
        code: 'TOOLPOOL_CALL_CANCELLED',
      });
    }
    expect(asked).toBe(1);
  });

  it('ask whoever answers, and stop asking when the call is cancelled', async () => {
    const asked: string[] = [];
    let answer: boolean | Promise<boolean> = true;
    await using host = await hostOf(scripts, {
      permissions: { rules: parsePermissionRules(), mode: 'default' },
      onPermissionRequest: ({ tool: { name } }) => {
        asked.push(name);
        return answer;
      },
    });
    expect(textOf(await host.callTool('mcp__s__t'))).toBe('ok');
    answer = false;
    await expect(host.callTool('mcp__s__t')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_DENIED',
    });
    answer = new Promise(() => undefined);
    const controller = new AbortController();
    const call = host.callTool('mcp__s__t', {}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_CANCELLED' });
    expect(asked).toHaveLength(3);
  });
});
