import { once } from 'node:events';
import { access, mkdir, stat, utimes } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { type Canaries, hostileProjects, trustedEntry } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import {
  addServer,
  approveServers,
  disableServers,
  enableServers,
  expandServerConfig,
  findProjectRoot,
  getProjectServerStatus,
  importServers,
  importSources,
  type LoadedServers,
  type LoadServerConfigsOptions,
  loadServerConfigs,
  parseServerConfig,
  rejectServers,
  removeServer,
  resetApprovals,
  resolvePaths,
  watchServerConfigs,
} from '../src/index.ts';
import { createWorkspace, reference, type Workspace } from './workspace.ts';

interface Trap extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly canaries: Canaries;
  /** Of the user; tells when a secret of it is looked at. */
  readonly env: NodeJS.ProcessEnv;
  /** What has been touched so far. */
  readonly touched: () => Promise<string[]>;
}

const SECRET = 'CANARY_TOKEN';

/** A workspace in which every way out of a project leaves a trace. */
async function createTrap(): Promise<Trap> {
  const workspace = await createWorkspace();
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const secretFile = await workspace.write('home/secret', 'canary');
  // A read sets the access time of a file that was changed later than it was read.
  await utimes(secretFile, new Date(0), new Date());
  const marker = join(workspace.root, 'marker');
  const reads: string[] = [];
  const note = <T>(name: string | symbol, answer: T): T => {
    if (name === SECRET) reads.push(SECRET);
    return answer;
  };
  const env = new Proxy<NodeJS.ProcessEnv>(
    { ...workspace.env, [SECRET]: 'canary-secret', PATH: process.env.PATH },
    {
      get: (target, name) => note(name, Reflect.get(target, name)),
      has: (target, name) => note(name, Reflect.has(target, name)),
      getOwnPropertyDescriptor: (target, name) =>
        note(name, Reflect.getOwnPropertyDescriptor(target, name)),
    },
  );
  return {
    workspace,
    env,
    canaries: {
      marker,
      secretFile,
      url: `http://127.0.0.1:${port}/mcp`,
      trustedProject: join(workspace.root, 'trusted'),
    },
    touched: async () => [
      ...(await exists(marker).then((is) => (is ? ['marker'] : []))),
      ...(connections > 0 ? ['socket'] : []),
      ...((await stat(secretFile)).atimeMs > 0 ? ['file'] : []),
      ...new Set(reads),
    ],
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => listener.close(resolve));
      await workspace[Symbol.asyncDispose]();
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Only typed errors may come out. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (ToolpoolError.isInstance(error)) return undefined;
    throw error;
  }
}

function parsed(entry: unknown) {
  const { config } = parseServerConfig(entry);
  if (config === undefined) throw new Error('The entry is invalid.');
  return config;
}

const ways: readonly Partial<LoadServerConfigsOptions>[] = [
  {},
  { skipPermissions: true },
  { settingSources: [] },
  { settingSources: ['user', 'local'], skipPermissions: true },
  { strict: true },
  { dynamic: ['{"mcpServers": {}}'] },
];

/** Loads a project in every way, with the paths of a caller and with those of the environment. */
async function loadInEveryWay(cwd: string, env: NodeJS.ProcessEnv, trap: Trap): Promise<void> {
  const { paths } = trap.workspace;
  for (const way of ways.flatMap((each) => [each, { ...each, paths }])) {
    const loaded = await attempt(() => loadServerConfigs({ cwd, env, ...way }));
    if (loaded === undefined) continue;
    expect(loaded.servers).toEqual([]);
    await askTheGate(loaded, cwd, trap);
  }
}

async function askTheGate(loaded: LoadedServers, cwd: string, trap: Trap): Promise<void> {
  const { setAside, mayConnect, projectRoot } = loaded;
  const { paths } = trap.workspace;
  for (const { config, ...server } of setAside.slice(0, 20)) {
    if (config === undefined) continue;
    const asked = { ...server, config, directory: cwd, workingDirectory: cwd, hash: '' };
    expect(await mayConnect(asked)).toMatchObject({ allowed: false });
    const status = await getProjectServerStatus(server.name, config, { paths, projectRoot });
    expect(status).toBe('pending');
  }
}

/** Uses everything that reads or writes, and approves nothing of the project. */
async function useEveryVerb(cwd: string, env: NodeJS.ProcessEnv, trap: Trap): Promise<void> {
  const { paths } = trap.workspace;
  const projectRoot = (await attempt(() => findProjectRoot(cwd))) ?? cwd;
  const options = { paths, projectRoot };
  const named = [{ name: 'other', scope: 'project' as const }];
  await attempt(async () => resolvePaths({ env, projectRoot }));
  await attempt(() => resetApprovals({ ...options, names: ['evil'] }));
  await attempt(() => disableServers(named, options));
  await attempt(() => enableServers([...named, { name: 'evil', scope: 'project' }], options));
  for (const source of importSources) {
    await attempt(() => importServers({ ...options, source, scope: 'local', env }));
  }
  const watch = await attempt(() => watchServerConfigs({ cwd, env, paths }, () => undefined));
  await watch?.[Symbol.asyncDispose]?.();
  await attempt(() =>
    addServer({ ...options, scope: 'project', name: 'added', entry: trustedEntry }),
  );
  await attempt(() => removeServer({ ...options, scope: 'project', name: 'added' }));
}

describe('a hostile project, in every way to load it and with every verb', () => {
  it.each(hostileProjects)('%s: starts, dials and reads nothing', async (_, plant) => {
    await using trap = await createTrap();
    const { workspace, canaries } = trap;
    await workspace.write('trusted/.mcp.json', { mcpServers: { docs: trustedEntry } });
    await mkdir(join(workspace.root, 'trusted/.git'));
    await approveServers([{ name: 'docs', config: parsed(trustedEntry) }], {
      paths: workspace.paths,
      projectRoot: join(workspace.root, 'trusted'),
    });
    const folder = join(workspace.root, 'hostile');
    const wished = await plant(folder, canaries);
    await mkdir(join(folder, '.git')).catch(() => undefined);
    if (wished !== undefined) Object.assign(trap.env, wished);
    await loadInEveryWay(folder, trap.env, trap);
    await useEveryVerb(folder, trap.env, trap);
    const after = await attempt(() => workspace.load({ cwd: folder }));
    expect(after?.servers).toEqual([]);
    expect(await trap.touched()).toEqual([]);
    const approvals = JSON.parse(await workspace.read('home/toolpool/state/approvals.json'));
    expect(Object.keys(approvals.projects)).toEqual([join(workspace.root, 'trusted')]);
  });

  it('has canaries that sing once a person approves', async () => {
    await using trap = await createTrap();
    const { workspace, canaries, env } = trap;
    const entry = {
      url: `${canaries.url}?${reference(SECRET)}`,
      headers: { A: reference(`file:${canaries.secretFile}`) },
    };
    await workspace.write('project/.mcp.json', { mcpServers: { x: entry } });
    const options = { paths: workspace.paths, projectRoot: workspace.project };
    await approveServers([{ name: 'x', config: parsed(entry) }], options);
    const { servers } = await workspace.load({ env, paths: workspace.paths });
    for (const server of servers) await expandServerConfig(server, { env });
    await once(connect(Number(new URL(canaries.url).port), '127.0.0.1').resume(), 'close');
    await workspace.write('marker', '');
    expect(await trap.touched()).toEqual(['marker', 'socket', 'file', SECRET]);
    await rejectServers(servers, options);
  });
});
