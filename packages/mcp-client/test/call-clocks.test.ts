import { createFixtureServer, type FixtureScript } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { callTool } from '../src/index.ts';
import { openHost, tool } from './hosts.ts';
import { connected, inProcess, sdkServer, textOf } from './servers.ts';

const tools = [tool('work')];
const hanging: FixtureScript = { tools, replies: { work: { hang: true } } };
const slow = { tools, replies: { work: { progress: 15, everyMs: 100 } } };

describe('the clocks of a call', () => {
  it('F22: gives up after its wall clock, whatever progress comes, and takes no late answer', async () => {
    await using server = await inProcess({
      tools,
      replies: { work: { progress: 1_000, everyMs: 10 } },
    });
    const call = callTool(server, 'work', {}, { timeoutMs: 60 });
    await expect(call).rejects.toMatchObject({
      code: 'TOOLPOOL_CALL_TIMEOUT',
      message: 'Server "fixture" did not answer tools/call of "work" within 60 ms.',
    });
    expect(JSON.parse(textOf(await callTool(server, 'cancelled')))).toHaveLength(1);
  });

  it('takes the wall clock of the entry, then that of the environment', async () => {
    const script: FixtureScript = { tools, replies: { work: { hang: true } } };
    await using server = await connected(sdkServer('own', { timeout: 20 }), {
      inProcessServer: () => createFixtureServer(script),
    });
    await expect(callTool(server, 'work')).rejects.toThrow('within 20 ms');
  });

  it('fault 88: let no silent call go on, and tell the server', async () => {
    await using server = await inProcess(hanging);
    await expect(callTool(server, 'work', {}, { idleTimeoutMs: 40 })).rejects.toMatchObject({
      code: 'TOOLPOOL_CALL_TIMEOUT',
      message:
        'Server "fixture" neither answered tools/call of "work" nor told of progress for 40 ms.',
      hint: expect.stringContaining('idleTimeout'),
    });
    expect(textOf(await callTool(server, 'received'))).toContain(
      'It made no progress for too long.',
    );
  });

  it('fault 88: let a call go on for as long as it makes progress', async () => {
    await using server = await inProcess(slow);
    expect(textOf(await callTool(server, 'work', {}, { idleTimeoutMs: 1_000 }))).toBe('ok');
  });

  it.each([
    ['its entry', { idleTimeout: 40 }, {}, {}],
    ['the environment', {}, { MCP_TOOL_IDLE_TIMEOUT: '40' }, {}],
    ['its caller before its entry', { idleTimeout: 60_000 }, {}, { idleTimeoutMs: 40 }],
    ['its entry before the environment', { idleTimeout: 40 }, { MCP_TOOL_IDLE_TIMEOUT: '0' }, {}],
  ])('take the idle one from %s', async (_, fields, env, options) => {
    await using host = await openHost({
      servers: [sdkServer('s', fields)],
      inProcessServers: { s: () => createFixtureServer(hanging) },
      env,
    });
    await expect(host.callTool('mcp__s__work', {}, options)).rejects.toThrow('for 40 ms');
  });

  it.each([
    { idleTimeoutMs: 0, timeoutMs: 60 },
    { idleTimeoutMs: 60_000, timeoutMs: 60 },
  ])('end by the wall clock with %o', async (limits) => {
    await using server = await inProcess(hanging);
    await expect(callTool(server, 'work', {}, limits)).rejects.toThrow('within 60 ms');
  });

  it.each([{ timeoutMs: 60 }, { idleTimeoutMs: 60 }])(
    'fault 125: stand still with %o while a person answers the server',
    async (limits) => {
      await using server = await inProcess(hanging);
      let isSettled = false;
      const call = callTool(server, 'work', {}, limits).finally(() => {
        isSettled = true;
      });
      call.catch(() => undefined);
      const [resume, resumeOther] = [server.session.pauseClocks(), server.session.pauseClocks()];
      const during = callTool(server, 'work', {}, limits);
      during.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 200));
      resume();
      resume();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(isSettled).toBe(false);
      resumeOther();
      await expect(call).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_TIMEOUT' });
      await expect(during).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_TIMEOUT' });
    },
  );
});
