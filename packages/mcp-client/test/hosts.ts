import { createFixtureServer, type FixtureScript } from '@toolpool/testing';
import { type PermissionContext, parsePermissionRules } from '@toolpool/tool-core';
import { createHost, type Host, type HostEventName, type HostOptions } from '../src/index.ts';
import { sdkServer } from './servers.ts';

export const allowAll: PermissionContext = { rules: parsePermissionRules(), mode: 'bypass' };

const inputSchema = { type: 'object' };

/** A tool as a server lists it. */
export const tool = (name: string, fields: object = {}) => ({ name, inputSchema, ...fields });

/** A host that allows everything, once its servers have settled. */
export async function openHost(options: Partial<HostOptions>): Promise<Host> {
  const host = createHost({ servers: [], permissions: allowAll, ...options });
  await host.ready();
  return host;
}

/** The same with in-process servers by name. */
export function hostOf(
  scripts: Readonly<Record<string, FixtureScript>>,
  options: Partial<HostOptions> = {},
): Promise<Host> {
  return openHost({
    servers: Object.keys(scripts).map((name) => sdkServer(name)),
    inProcessServers: Object.fromEntries(
      Object.entries(scripts).map(([name, script]) => [name, () => createFixtureServer(script)]),
    ),
    ...options,
  });
}

export const poolNames = (host: Host) => host.toolPool().map(({ name }) => name);

const EVENTS: readonly HostEventName[] = [
  'connecting',
  'connected',
  'failed',
  'needs-auth',
  'disabled',
  'disconnected',
  'reconnecting',
  'stopped',
  'tools-changed',
  'resources-changed',
  'prompts-changed',
];

/** Names of the events about servers, as they come. */
export function eventsOf(host: Host): HostEventName[] {
  const seen: HostEventName[] = [];
  for (const name of EVENTS) host.on(name, () => seen.push(name));
  return seen;
}
