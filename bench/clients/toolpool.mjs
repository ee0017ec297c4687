import { loadServerConfigs } from '@toolpool/config';
import { createHost } from '@toolpool/mcp-client';
import { parsePermissionRules } from '@toolpool/tool-core';
import { createFolders } from '../folders.mjs';

/** What an application has before it starts a host: servers, the gate, permission rules. */
async function configure(entries) {
  const { project, home } = createFolders();
  const { servers, mayConnect } = await loadServerConfigs({
    cwd: project,
    env: { ...process.env, TOOLPOOL_HOME: home },
    dynamic: [{ label: 'bench', entries }],
    strict: true,
  });
  const rules = parsePermissionRules({ allow: ['mcp__bench__*'], deny: ['mcp__other'] });
  return { servers, mayConnect, permissions: { rules, mode: 'default' } };
}

/** A host with one server, as an application has it: config, gate, pool, permission rules, results. */
async function openHost(entry, inProcessServers) {
  const host = createHost({ ...(await configure({ bench: entry })), inProcessServers });
  await host.ready();
  return {
    call: (tool, args) => host.callTool(`mcp__bench__${tool}`, args),
    callRaw: async (tool, args) => (await host.callToolRaw(`mcp__bench__${tool}`, args)).result,
    close: () => host.close(),
  };
}

const stdioEntry = ({ command, args }) => ({ type: 'stdio', command, args });

export const openStdio = (server) => openHost(stdioEntry(server), {});

export const openInProcess = (createServer) =>
  openHost({ type: 'sdk', name: 'bench' }, { bench: createServer });

const configureMany = (servers) =>
  configure(Object.fromEntries(servers.map((server, i) => [`bench-${i}`, stdioEntry(server)])));

/** A host with many servers, of which every tool is called once; nobody waits for the answer. */
export async function openMany(servers) {
  const options = await configureMany(servers);
  const host = createHost({ ...options, permissions: { ...options.permissions, mode: 'bypass' } });
  await host.ready();
  const call = (index) => host.callTool(`mcp__bench-${index}__echo`);
  for (const index of servers.keys()) void call(index).catch(() => undefined);
  return { call, close: () => host.close() };
}

/** Prepares the start of many servers; the function it gives starts them and makes one pool. */
export async function preparePool(servers) {
  const options = await configureMany(servers);
  return async () => {
    const host = createHost(options);
    await host.ready();
    return { tools: host.toolPool(), close: () => host.close() };
  };
}

/** Connects anew and gives what is to be measured: the listing of one server's tools. */
export async function prepareList(server) {
  const host = createHost(await configure({ bench: stdioEntry(server) }));
  await new Promise((resolve) => host.on('connected', resolve));
  return {
    async listTools() {
      await host.ready();
      return host.servers()[0].tools;
    },
    close: () => host.close(),
  };
}
