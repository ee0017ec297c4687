import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfiguredServer } from '@toolpool/config';
import {
  createFixtureServer,
  type FixtureScript,
  fixtureCommand,
  processesWithMarker,
} from '@toolpool/testing';
import type { InProcessServer } from '@toolpool/transports';
import type { InProcessServerSource } from '../../src/index.ts';
import { configured, sdkServer } from '../servers.ts';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

const script: FixtureScript = {
  tools: [tool('echo'), tool('hold'), tool('grow')],
  replies: {
    echo: { echoArgs: true },
    hold: { hang: true },
    grow: { setTools: [tool('echo'), tool('hold'), tool('grow'), tool('more')] },
  },
};

/** Servers as they really are, whatever a host believes. */
export interface World {
  /** Changing the variant changes the entry. */
  configure(name: string, variant: number): ConfiguredServer;
  readonly inProcessServers: Readonly<Record<string, InProcessServerSource>>;
  /** Connections, or processes, of a server that are there. */
  alive(name: string): number;
  kill(name: string): void;
  /** A broken server cannot be started; one that runs goes on. */
  setBroken(name: string, isBroken: boolean): void;
  /** How often a call has reached any server; `undefined`: unknown. */
  timesReceived(call: number): number | undefined;
}

type Message = { readonly params?: { readonly arguments?: { readonly call?: number } } };

/** Servers in this process: a kill closes their end of the connection. */
export function createInProcessWorld(names: readonly string[]): World {
  const open = new Map(names.map((name) => [name, new Set<() => void>()]));
  const broken = new Set<string>();
  const received = new Map<number, number>();
  const listen = (message: unknown) => {
    const call = (message as Message).params?.arguments?.call;
    if (call !== undefined) received.set(call, (received.get(call) ?? 0) + 1);
  };
  const source = (name: string) => (): InProcessServer => {
    if (broken.has(name)) throw new Error('It does not start.');
    const server = createFixtureServer(script);
    return {
      close: () => server.close(),
      async connect(transport) {
        const end = () => void server.close();
        open.get(name)?.add(end);
        transport.onclose = () => void open.get(name)?.delete(end);
        await server.connect(transport);
        const deliver = transport.onmessage;
        transport.onmessage = (message, extra) => {
          listen(message);
          deliver?.(message, extra);
        };
      },
    };
  };
  return {
    configure: (name, variant) => sdkServer(name, { timeout: 100_000 + variant }),
    inProcessServers: Object.fromEntries(names.map((name) => [name, source(name)])),
    alive: (name) => open.get(name)?.size ?? 0,
    kill: (name) => {
      for (const end of [...(open.get(name) ?? [])]) end();
    },
    setBroken: (name, isBroken) => void (isBroken ? broken.add(name) : broken.delete(name)),
    timesReceived: (call) => received.get(call) ?? 0,
  };
}

let worlds = 0;

/** Servers that are child processes: a kill is SIGKILL. */
export function createChildWorld(directory: string): World {
  const world = `model-${process.pid}-${++worlds}-`;
  const markerOf = (name: string) => `${world}${name}-`;
  const brokenFile = (name: string) => join(directory, `${world}${name}`);
  const { command, args } = fixtureCommand(script);
  const start = '[ -e "$0" ] && exit 1; exec "$@"';
  return {
    configure: (name, variant) =>
      configured(name, {
        type: 'stdio',
        command: 'sh',
        args: ['-c', start, brokenFile(name), command, ...args],
        env: { TEST_MARKER: markerOf(name) },
        timeout: 100_000 + variant,
      }),
    inProcessServers: {},
    alive: (name) => processesWithMarker(markerOf(name)).length,
    kill: (name) => {
      for (const id of processesWithMarker(markerOf(name))) process.kill(id, 'SIGKILL');
    },
    setBroken: (name, isBroken) => {
      if (isBroken) writeFileSync(brokenFile(name), '');
      else rmSync(brokenFile(name), { force: true });
    },
    timesReceived: () => undefined,
  };
}
