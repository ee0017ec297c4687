import { describe, expect, it } from 'vitest';
import { callTools, startCall } from '../src/index.ts';
import { hostOf, openHost, tool } from './hosts.ts';
import { answering, sdkServer, textOf } from './servers.ts';

const OK = { result: { content: [{ type: 'text', text: 'ok' }] } };
const tools = [tool('writes'), tool('reads', { annotations: { readOnlyHint: true } })];

/** A host with servers whose calls wait until the test answers them. */
async function openHeld(names: readonly string[], fields: object = {}) {
  const held: { readonly call: string; readonly answer: () => void }[] = [];
  const serverOf = (name: string) =>
    answering({ tools }, ({ params }, reply) => {
      held.push({ call: `${name}/${params?.name}`, answer: () => reply(OK) });
      return undefined;
    });
  const host = await openHost({
    servers: names.map((name) => sdkServer(name, fields)),
    inProcessServers: Object.fromEntries(names.map((name) => [name, () => serverOf(name)])),
  });
  return {
    host,
    /** What the servers have been asked and have not answered. */
    held: () => held.map(({ call }) => call),
    answer: (index = 0) => held.splice(index, 1)[0]?.answer(),
    [Symbol.asyncDispose]: () => host.close(),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('maxConcurrentCalls', () => {
  it('lets so many calls of a server run at a time, in the order they were made, for all views', async () => {
    await using servers = await openHeld(['a'], { maxConcurrentCalls: 2 });
    const { host, held, answer } = servers;
    const view = host.createView();
    const calls = [host, view, host, view].map((each, index) =>
      each.callTool('mcp__a__writes').then(() => index),
    );
    const read = view.callTool('mcp__a__reads');
    await settled();
    expect(held()).toEqual(['a/writes', 'a/writes']);
    for (let turn = 0; turn < 3; turn += 1) {
      answer();
      expect(await calls[turn]).toBe(turn);
    }
    await settled();
    expect(held()).toEqual(['a/writes', 'a/reads']);
    answer();
    answer();
    await Promise.all([...calls, read]);
  });

  it('lets go of a call that is cancelled while it waits, and never sends it', async () => {
    await using servers = await openHeld(['a'], { maxConcurrentCalls: 1 });
    const { host, held, answer } = servers;
    const controller = new AbortController();
    const first = host.callTool('mcp__a__writes');
    const second = host.callTool('mcp__a__writes', {}, { signal: controller.signal });
    const third = host.callTool('mcp__a__reads');
    await settled();
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_CANCELLED', server: 'a' });
    answer();
    await first;
    await settled();
    expect(held()).toEqual(['a/reads']);
    answer();
    await third;
  });
});

describe('callTools', () => {
  it('runs side by side what is safe for it, and everything else of a server alone', async () => {
    await using servers = await openHeld(['a', 'b']);
    const { host, held, answer } = servers;
    const names = ['a__reads', 'a__reads', 'a__writes', 'a__reads', 'b__writes'];
    const all = callTools(
      host,
      names.map((name) => ({ name: `mcp__${name}` })),
    );
    await settled();
    expect(held()).toEqual(['a/reads', 'a/reads', 'b/writes']);
    answer();
    await settled();
    expect(held()).toEqual(['a/reads', 'b/writes']);
    answer();
    await settled();
    expect(held()).toEqual(['b/writes', 'a/writes']);
    answer(1);
    await settled();
    expect(held()).toEqual(['b/writes', 'a/reads']);
    answer();
    answer();
    expect((await all).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
  });

  it('tells in the order of the calls how each of them ended', async () => {
    await using host = await hostOf({ a: { tools } });
    const [unknown, known] = await callTools(host, [
      { name: 'mcp__a__nothing' },
      { name: 'mcp__a__writes', args: { x: 1 } },
    ]);
    expect(unknown).toMatchObject({
      status: 'rejected',
      reason: { code: 'TOOLPOOL_TOOL_UNKNOWN' },
    });
    expect(known).toMatchObject({ status: 'fulfilled', value: { tool: 'mcp__a__writes' } });
  });
});

describe('startCall', () => {
  it('gives a handle on a call that goes on, with its progress and its result', async () => {
    const replies = { writes: { progress: 3 } };
    await using host = await hostOf({ a: { tools, replies } });
    const heard: number[] = [];
    const call = startCall(
      host,
      'mcp__a__writes',
      {},
      { onProgress: ({ progress }) => heard.push(progress) },
    );
    expect(call).toMatchObject({ tool: 'mcp__a__writes', status: 'running', progress: undefined });
    expect(textOf((await call.resultWithin(10_000)) ?? {})).toBe('ok');
    expect(call).toMatchObject({ status: 'done', progress: { progress: 3 } });
    expect(heard).toEqual([1, 2, 3]);
    const { durationMs } = call;
    expect((await call.result).tool).toBe('mcp__a__writes');
    expect(call.durationMs).toBe(durationMs);
  });

  it('lets its caller go on when there is no result yet, and ends the call when it is cancelled', async () => {
    await using servers = await openHeld(['a']);
    const call = startCall(servers.host, 'mcp__a__writes');
    const other = startCall(servers.host, 'mcp__a__writes');
    expect(other.id).not.toBe(call.id);
    expect(await call.resultWithin(10)).toBeUndefined();
    expect(call.status).toBe('running');
    call.cancel();
    await expect(call.resultWithin(10_000)).rejects.toMatchObject({
      code: 'TOOLPOOL_CALL_CANCELLED',
    });
    expect(call.status).toBe('failed');
    expect(other.status).toBe('running');
    other.cancel();
  });

  it('leaves no unhandled rejection when nobody looks at it', async () => {
    await using host = await hostOf({ a: { tools } });
    const call = startCall(host, 'mcp__a__nothing');
    while (call.status === 'running') await settled();
    expect(call.status).toBe('failed');
  });

  it('ends with the signal of its caller, too', async () => {
    await using servers = await openHeld(['a']);
    const controller = new AbortController();
    const call = startCall(servers.host, 'mcp__a__writes', {}, { signal: controller.signal });
    controller.abort();
    await expect(call.result).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_CANCELLED' });
  });
});
