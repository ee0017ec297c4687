import { loadServerConfigs } from '@toolpool/config';
import { createHost } from '@toolpool/mcp-client';
import { parsePermissionRules } from '@toolpool/tool-core';
import { createFolders } from '../folders.mjs';

/** A host with one server, as an application has it: config, gate, pool, permission rules, results. */
async function openHost(entry, inProcessServers) {
  const { project, home } = createFolders();
  const { servers, mayConnect } = await loadServerConfigs({
    cwd: project,
    env: { ...process.env, TOOLPOOL_HOME: home },
    dynamic: [{ label: 'bench', entries: { bench: entry } }],
    strict: true,
  });
  const host = createHost({
    servers,
    mayConnect,
    inProcessServers,
    permissions: {
      rules: parsePermissionRules({ allow: ['mcp__bench__*'], deny: ['mcp__other'] }),
      mode: 'default',
    },
  });
  await host.ready();
  return {
    call: (tool, args) => host.callTool(`mcp__bench__${tool}`, args),
    callRaw: async (tool, args) => (await host.callToolRaw(`mcp__bench__${tool}`, args)).result,
    close: () => host.close(),
  };
}

export const openStdio = ({ command, args }) => openHost({ type: 'stdio', command, args }, {});

export const openInProcess = (createServer) =>
  openHost({ type: 'sdk', name: 'bench' }, { bench: createServer });
