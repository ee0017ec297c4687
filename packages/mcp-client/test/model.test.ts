import { ToolpoolError } from '@toolpool/foundation/errors';
import { temporaryDirectory } from '@toolpool/testing';
import { parsePermissionRules } from '@toolpool/tool-core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHost } from '../src/index.ts';
import { checkCall, hostCommands, OWN, type Real, settle, track } from './model/commands.ts';
import { HostModel, MAX_ATTEMPTS } from './model/host-model.ts';
import { createChildWorld, createInProcessWorld, type World } from './model/worlds.ts';

const isSoak = process.env.TOOLPOOL_SOAK === '1';
const NAMES = ['a', 'b', 'c'];

function startHost(world: World): { readonly model: HostModel; readonly real: Real } {
  const model = new HostModel();
  model.configure(new Map(NAMES.map((name) => [name, 0])));
  const host = createHost({
    servers: NAMES.map((name) => world.configure(name, 0)),
    inProcessServers: world.inProcessServers,
    permissions: { rules: parsePermissionRules(), mode: 'bypass' },
    reconnect: {
      maxAttempts: MAX_ATTEMPTS,
      initialDelayMs: 1,
      maxDelayMs: 1,
      healthyMs: 1_000_000,
    },
  });
  const real: Real = {
    ...{ host, world, views: [], pending: new Set(), outcomes: new Map() },
    ...{ started: new Set(), ended: [] },
  };
  host.on('call-started', ({ callId }) => real.started.add(callId));
  host.on('call-ended', ({ callId }) => real.ended.push(callId));
  return { model, real };
}

/** Whatever was done: a closed host leaves nothing running and nobody waiting. */
async function end(model: HostModel, real: Real): Promise<void> {
  await settle(model, real);
  const { host, world, outcomes, started, ended } = real;
  model.close();
  track(real, host.close());
  await settle(model, real);
  for (const name of [...NAMES, OWN]) expect(`${name} ${world.alive(name)}`).toBe(`${name} 0`);
  for (const call of model.calls) {
    expect(outcomes.has(call.id), `call ${call.id} is not settled`).toBe(true);
    checkCall(call, real);
    const outcome = outcomes.get(call.id);
    if (call.isHeld) expect(ToolpoolError.isInstance(outcome)).toBe(true);
  }
  expect(ended.toSorted((a, b) => a - b)).toEqual([...started].sort((a, b) => a - b));
}

async function checkHosts(
  createWorld: () => World,
  { numRuns, maxCommands }: { readonly numRuns: number; readonly maxCommands: number },
): Promise<void> {
  const commands = fc.commands(hostCommands(NAMES), { maxCommands, size: 'medium' });
  const holds = fc.asyncProperty(commands, async (chosen) => {
    const { model, real } = startHost(createWorld());
    try {
      await fc.asyncModelRun(() => ({ model, real }), chosen);
      await end(model, real);
    } finally {
      await real.host.close();
    }
  });
  // Timing decides too, so that a shorter counterexample says no more.
  await fc.assert(holds, { numRuns, endOnFailure: true });
}

describe('a host, whatever is done to it', () => {
  it('agrees with its model, with servers in this process', async () => {
    await checkHosts(() => createInProcessWorld([...NAMES, OWN]), {
      numRuns: isSoak ? 20_000 : 500,
      maxCommands: isSoak ? 50 : 20,
    });
  }, 3_600_000);

  it('ends the server of a view that is opened and closed twice while it starts', async () => {
    const { model, real } = startHost(createInProcessWorld([...NAMES, OWN]));
    await settle(model, real);
    const { host, world } = real;
    const openAndClose = async (turns: number) => {
      const view = host.createView({ servers: [world.configure(OWN, 0)] });
      for (let turn = 0; turn < turns; turn += 1) await undefined;
      track(real, view.close());
    };
    for (let turns = 0; turns < 30; turns += 1) {
      await openAndClose(turns);
      await openAndClose(turns);
      await settle(model, real);
    }
    await end(model, real);
  });

  it('agrees with its model, with servers that are child processes', async () => {
    await using directory = temporaryDirectory();
    await checkHosts(() => createChildWorld(directory.path), {
      numRuns: isSoak ? 200 : 3,
      maxCommands: 12,
    });
  }, 3_600_000);
});
