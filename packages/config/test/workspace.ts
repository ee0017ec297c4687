import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@toolpool/testing';
import {
  type LoadedServers,
  type LoadServerConfigsOptions,
  loadServerConfigs,
  resolvePaths,
  type ToolpoolPaths,
} from '../src/index.ts';

export interface Workspace extends AsyncDisposable {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly paths: ToolpoolPaths;
  readonly env: NodeJS.ProcessEnv;
  /** Writes a value as JSON, or a text as it is; the path is relative to the workspace. */
  readonly write: (path: string, content: unknown) => Promise<string>;
  readonly read: (path: string) => Promise<string>;
  readonly load: (options?: Partial<LoadServerConfigsOptions>) => Promise<LoadedServers>;
}

/** A project and a home folder beside it, both empty, removed afterwards. */
export async function createWorkspace(): Promise<Workspace> {
  const directory = await temporaryDirectory();
  const root = directory.path;
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  await mkdir(join(home, 'toolpool'), { recursive: true });
  await mkdir(join(project, '.git'), { recursive: true });
  const env = { HOME: home, TOOLPOOL_HOME: join(home, 'toolpool') };
  const paths = resolvePaths({ env, systemDirectory: join(root, 'system') });
  return {
    root,
    home,
    project,
    env,
    paths,
    write: async (path, content) => {
      const file = join(root, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    read: (path) => readFile(join(root, path), 'utf8'),
    load: (options) =>
      loadServerConfigs({
        cwd: project,
        env,
        ...(options?.env === undefined && { paths }),
        ...options,
      }),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

/** What loading says about each name, such as `runs` or `pending-approval`. */
export function states({ servers, setAside }: LoadedServers): Record<string, string> {
  return Object.fromEntries([
    ...setAside.map(({ name, scope, status }) => [`${name} (${scope})`, status]),
    ...servers.map(({ name, scope }) => [`${name} (${scope})`, 'runs']),
  ]);
}

/** `${body}`, as it stands in a file. */
export function reference(body: string): string {
  return `\${${body}}`;
}
