import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { ToolpoolError } from '@toolpool/foundation/errors';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Host } from '../../src/index.ts';
import { textOf } from '../servers.ts';
import type { CallModel, HostModel } from './host-model.ts';
import type { World } from './worlds.ts';

type HostView = ReturnType<Host['createView']>;

/** The server that views bring themselves. */
export const OWN = 'own';

export interface Real {
  readonly host: Host;
  readonly world: World;
  readonly views: HostView[];
  /** Everything that was asked for and not waited for. */
  readonly pending: Set<Promise<unknown>>;
  readonly outcomes: Map<number, unknown>;
  readonly started: Set<number>;
  readonly ended: number[];
}

type Command = fc.AsyncCommand<HostModel, Real>;

const command = (
  text: string,
  run: (model: HostModel, real: Real) => void | Promise<void>,
  check: (model: Readonly<HostModel>) => boolean = () => true,
): Command => ({ check, run: async (model, real) => run(model, real), toString: () => text });

export function track(real: Real, promise: Promise<unknown>): void {
  const settled = promise.finally(() => real.pending.delete(settled));
  real.pending.add(settled);
}

/** Calls a tool and keeps how it ended: the result or the error. */
function startCall(real: Real, call: CallModel, caller: Host | HostView): void {
  const name = `mcp__${call.server}__${call.isHeld ? 'hold' : 'echo'}`;
  const { signal } = call.abort;
  // A view that is closed may refuse in the moment it is asked.
  const answer = Promise.resolve().then(() => caller.callTool(name, { call: call.id }, { signal }));
  void answer
    .catch((error: unknown) => error)
    .then((outcome) => real.outcomes.set(call.id, outcome));
}

/** Resolves once nothing goes on but calls that are held. */
async function quiet({ host, pending }: Real): Promise<void> {
  const isQuiet = () =>
    pending.size === 0 && host.connections().every(({ type }) => type !== 'pending');
  const deadline = performance.now() + 10_000;
  for (let turns = 0; turns < 3; turns = isQuiet() ? turns + 1 : 0) {
    if (performance.now() > deadline) throw new Error('It never becomes quiet.');
    await nextTurn();
    // One that is connected may still be asked for its lists.
    await host.ready();
  }
}

/** State, tools and processes agree with each other and with what was done. */
export async function settle(model: HostModel, real: Real): Promise<void> {
  await quiet(real);
  const { host, world, views } = real;
  const names = [...model.servers.keys()].sort();
  if (!model.isClosed) expect(host.connections().map(({ name }) => name)).toEqual(names);
  const tools = host.toolPool().map(({ mcpInfo }) => mcpInfo?.serverName);
  for (const connection of host.connections()) {
    const { name, type } = connection;
    const isConnected = type === 'connected';
    const detail = connection.type === 'failed' ? `: ${connection.error.message}` : '';
    if (model.servers.get(name)?.mustConnect)
      expect(`${name} ${type}${detail}`).toBe(`${name} connected`);
    expect(tools.includes(name), `${name} is ${type} and has tools`).toBe(isConnected);
    await hasProcesses(world, name, isConnected ? 1 : 0);
    model.see(name, isConnected);
  }
  await hasProcesses(world, OWN, views.length > 0 && !model.isClosed ? 1 : 0);
  await nextTurn();
  for (const call of model.calls) checkCall(call, real);
  model.isBusy = false;
}

/** A process that was killed a moment ago may still be listed. */
async function hasProcesses(world: World, name: string, count: number): Promise<void> {
  for (let wait = 0; world.alive(name) !== count && wait < 50; wait += 1) await sleep(20);
  expect(`${name} ${world.alive(name)}`).toBe(`${name} ${count}`);
}

/** A call brought its own answer, or a reason that there was cause for; and it was made once. */
export function checkCall(call: CallModel, { outcomes, world }: Real): void {
  const { id, isHeld, isSafe, abort } = call;
  expect(world.timesReceived(id) ?? 0).toBeLessThanOrEqual(1);
  const outcome = outcomes.get(id);
  if (outcome === undefined) {
    expect(isHeld && !abort.signal.aborted, `call ${id} is not settled`).toBe(true);
    return;
  }
  if (!ToolpoolError.isInstance(outcome)) {
    expect(textOf(outcome)).toBe(JSON.stringify({ call: id }));
    return;
  }
  if (abort.signal.aborted && isSafe) expect(outcome.code).toBe('TOOLPOOL_CALL_CANCELLED');
  else expect(isSafe, `call ${id}: ${outcome.message}`).toBe(false);
}

const call = (server: string, isHeld: boolean): Command =>
  command(`call ${server}${isHeld ? ', held' : ''}`, (model, real) =>
    startCall(real, model.call(server, isHeld), real.host),
  );

const callThroughView = (server: string): Command =>
  command(`call ${server} through a view`, (model, real) => {
    const view = real.views.at(-1);
    if (!view) return;
    const viewCall = model.call(server, false);
    viewCall.isSafe = false;
    startCall(real, viewCall, view);
  });

const cancel = (which: number): Command =>
  command(`cancel ${which}`, (model) => model.calls.at(-1 - which)?.abort.abort());

const connect = (name: string): Command =>
  command(`connect ${name}`, (model, real) => {
    model.connect(name);
    const expected = (error: unknown) => {
      if (!ToolpoolError.isInstance(error)) throw error;
    };
    track(
      real,
      Promise.resolve()
        .then(() => real.host.connect(name))
        .catch(expected),
    );
  });

const kill = (name: string): Command =>
  command(`kill ${name}`, (model, real) => {
    model.kill(name);
    const { host, world } = real;
    const isUp = host.connections().some((each) => each.name === name && each.type === 'connected');
    // A host hears of the end of a process a moment later; until then it may call it connected.
    if (isUp && world.alive(name) > 0) track(real, disconnected(host, name));
    world.kill(name);
  });

function disconnected(host: Host, name: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = host.on('disconnected', ({ server }) => {
      if (server !== name) return;
      stop();
      resolve();
    });
  });
}

const setBroken = (name: string, isBroken: boolean): Command =>
  command(`${isBroken ? 'break' : 'mend'} ${name}`, (model, real) => {
    model.setBroken(name, isBroken);
    real.world.setBroken(name, isBroken);
  });

/** The server has one tool more and says so. */
const changeList = (name: string): Command =>
  command(`change the list of ${name}`, (_model, { host }) => {
    void Promise.resolve()
      .then(() => host.callTool(`mcp__${name}__grow`))
      .catch(() => undefined);
  });

const reload = (entries: readonly (readonly [string, number])[]): Command =>
  command(`reload ${JSON.stringify(entries)}`, (model, real) => {
    const { host, world } = real;
    model.configure(new Map(entries));
    const servers = entries.map(([name, variant]) => world.configure(name, variant));
    track(real, host.reload({ servers }));
  });

const openView = (): Command =>
  command(
    'open a view',
    (model, { host, views, world }) => {
      model.isBusy = true;
      views.push(host.createView({ servers: [world.configure(OWN, 0)] }));
    },
    (model) => !model.isClosed,
  );

const closeView = (): Command =>
  command('close a view', (model, real) => {
    const view = real.views.pop();
    if (!view) return;
    model.isBusy = true;
    track(real, view.close());
  });

const close = (): Command =>
  command('close', (model, real) => {
    model.close();
    track(real, real.host.close());
  });

/** Anything that can be done to a host with these servers. */
export function hostCommands(names: readonly string[]): fc.Arbitrary<Command>[] {
  const name = fc.constantFrom(...names);
  const entries = fc.uniqueArray(fc.tuple(name, fc.nat(1)), { selector: ([each]) => each });
  return [
    fc.tuple(name, fc.boolean()).map((args) => call(...args)),
    fc.tuple(name, fc.boolean()).map((args) => call(...args)),
    fc.constantFrom(...names, OWN).map(callThroughView),
    fc.nat(3).map(cancel),
    name.map(connect),
    name.map(kill),
    fc.tuple(name, fc.boolean()).map((args) => setBroken(...args)),
    name.map(changeList),
    entries.map(reload),
    fc.constant(openView()),
    fc.constant(closeView()),
    fc.constant(command('settle', settle)),
    fc.constant(command('wait', async () => void (await nextTurn()))),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(command('settle', settle)) },
      fc.constant(close()),
    ),
  ];
}
