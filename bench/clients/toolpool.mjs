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

/** Prepares the start of many servers; the function it gives starts them and makes one pool. */
export async function preparePool(servers) {
  const entries = servers.map((server, index) => [`bench-${index}`, stdioEntry(server)]);
  const options = await configure(Object.fromEntries(entries));
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
