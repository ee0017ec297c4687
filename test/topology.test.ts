import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Every allowed edge between workspace packages. A new one is a design decision: see ARCHITECTURE.md. */
const ALLOWED: Record<string, readonly string[]> = {
  '@toolpool/foundation': [],
  '@toolpool/config': ['foundation'],
  '@toolpool/transports': ['foundation'],
  '@toolpool/tool-core': ['foundation'],
  '@toolpool/results': ['foundation'],
  '@toolpool/auth': ['foundation'],
  '@toolpool/plugin-kit': ['foundation', 'config'],
  '@toolpool/mcp-client': [
    'foundation',
    'config',
    'transports',
    'tool-core',
    'results',
    'auth',
    'plugin-kit',
  ],
  '@toolpool/cli': [
    'foundation',
    'config',
    'transports',
    'tool-core',
    'results',
    'auth',
    'plugin-kit',
    'mcp-client',
  ],
  '@toolpool/plugin-clock': ['plugin-kit'],
  '@toolpool/plugin-sqlite': ['plugin-kit'],
};

/** Who may import which part of the MCP SDK. */
const SDK_CLIENT = ['@toolpool/transports', '@toolpool/auth', '@toolpool/mcp-client'];
const SDK_SERVER = ['@toolpool/plugin-clock', '@toolpool/plugin-sqlite'];

interface Workspace {
  readonly name: string;
  readonly version: string;
  readonly directory: string;
  readonly private?: boolean;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

const workspaces = ['packages', 'plugins', 'apps']
  .flatMap((group) => readdirSync(group).map((name) => join(group, name)))
  .map((directory): Workspace => {
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    return { ...manifest, directory };
  })
  .filter((workspace) => !workspace.private);

describe('topology', () => {
  it('knows every published workspace', () => {
    expect(workspaces.map(({ name }) => name).sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  it.each(workspaces)('$name declares only the packages below it', (workspace) => {
    const declared = Object.keys({ ...workspace.dependencies, ...workspace.devDependencies });
    const edges = declared.filter((name) => name.startsWith('@toolpool/'));
    const allowed = ALLOWED[workspace.name]?.map((name) => `@toolpool/${name}`);
    expect(edges.filter((name) => !allowed?.includes(name))).toEqual([]);
  });

  it.each(workspaces)('$name imports only what it declares', (workspace) => {
    const { dependencies, devDependencies, optionalDependencies } = workspace;
    const declared = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    const undeclared = importsOf(workspace)
      .map(packageName)
      .filter((name) => name !== undefined && !declared.includes(name));
    expect(undeclared).toEqual([]);
  });

  it.each(workspaces)('$name imports its own side of the MCP SDK at most', (workspace) => {
    const sdk = importsOf(workspace).filter((name) => name.startsWith('@modelcontextprotocol/sdk'));
    const isServer = (name: string) => /sdk\/server\b/.test(name);
    if (!SDK_CLIENT.includes(workspace.name))
      expect(sdk.filter((name) => !isServer(name))).toEqual([]);
    if (!SDK_SERVER.includes(workspace.name)) expect(sdk.filter(isServer)).toEqual([]);
  });
});

describe('versions', () => {
  it.each(workspaces)('$name calls itself by its own version', (workspace) => {
    const told = findInSources(workspace, /\bversion: '(\d+\.\d+\.\d+)'/g);
    expect(told.filter((version) => version !== workspace.version)).toEqual([]);
  });
});

function importsOf(workspace: Workspace): string[] {
  return findInSources(workspace, /(?:\bfrom |^import |\bimport\()'([^']+)'/gm);
}

/** What the first group of a pattern holds, wherever it matches in the sources. */
function findInSources({ directory }: Workspace, pattern: RegExp): string[] {
  return readdirSync(join(directory, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const source = readFileSync(join(directory, 'src', file), 'utf8');
      return [...source.matchAll(pattern)].map(([, found]) => found ?? '');
    });
}

/** The package a specifier belongs to; `undefined` for relative paths and Node's own modules. */
function packageName(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  const depth = specifier.startsWith('@') ? 2 : 1;
  return specifier.split('/').slice(0, depth).join('/');
}
