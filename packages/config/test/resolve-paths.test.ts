import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProjectRoot, resolvePaths } from '../src/index.ts';
import { createWorkspace } from './workspace.ts';

describe('resolvePaths', () => {
  it('puts everything under TOOLPOOL_HOME', () => {
    const paths = resolvePaths({
      env: { TOOLPOOL_HOME: '/t', XDG_CONFIG_HOME: '/x' },
      platform: 'linux',
    });
    expect(paths).toEqual({
      userServers: '/t/mcp.json',
      settings: '/t/settings.json',
      stateDirectory: '/t/state',
      localServers: '/t/state/local-servers.json',
      approvals: '/t/state/approvals.json',
      switches: '/t/state/switches.json',
      connectors: '/t/connectors.json',
      pinsDirectory: '/t/state/pins',
      managedServers: '/etc/toolpool/managed-mcp.json',
      policy: '/etc/toolpool/policy.json',
      authDirectory: '/t/auth',
      resultsDirectory: '/t/results',
      pluginsDirectory: '/t/plugins',
    });
  });

  it.each([
    {
      platform: 'linux',
      env: { TOOLPOOL_HOME: '/t', XDG_CONFIG_DIRS: '/x' },
      policy: '/etc/toolpool',
    },
    { platform: 'darwin', env: { HOME: '/h' }, policy: '/Library/Application Support/Toolpool' },
    { platform: 'win32', env: {}, policy: 'C:\\Program Files\\Toolpool' },
    { platform: 'win32', env: { ProgramFiles: 'D:\\P' }, policy: 'D:\\P\\Toolpool' },
  ] as const)('puts the files of the administrator of $platform into $policy', (row) => {
    const { managedServers, policy } = resolvePaths({ homeDirectory: '/h', ...row });
    expect([managedServers, policy].every((file) => file.startsWith(row.policy))).toBe(true);
  });

  it.each([
    {
      platform: 'linux' as const,
      env: { HOME: '/h' },
      expected: [
        '/h/.config/toolpool/mcp.json',
        '/h/.local/state/toolpool',
        '/h/.cache/toolpool/results',
      ],
    },
    {
      platform: 'linux' as const,
      env: { HOME: '/h', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: 'relative', XDG_CACHE_HOME: '' },
      expected: ['/c/toolpool/mcp.json', '/h/.local/state/toolpool', '/h/.cache/toolpool/results'],
    },
    {
      platform: 'darwin' as const,
      env: { HOME: '/h' },
      expected: [
        '/h/Library/Application Support/toolpool/mcp.json',
        '/h/Library/Application Support/toolpool/state',
        '/h/Library/Caches/toolpool/results',
      ],
    },
    {
      platform: 'win32' as const,
      env: { USERPROFILE: 'C:\\h', APPDATA: 'D:\\roaming' },
      expected: [
        'D:\\roaming\\toolpool\\mcp.json',
        'C:\\h\\AppData\\Local\\toolpool\\state',
        'C:\\h\\AppData\\Local\\toolpool\\cache\\results',
      ],
    },
  ])('follows $platform with $env', ({ platform, env, expected }) => {
    const { userServers, stateDirectory, resultsDirectory } = resolvePaths({ platform, env });
    expect([userServers, stateDirectory, resultsDirectory]).toEqual(expected);
  });

  it.each([{ variable: 'TOOLPOOL_HOME' }, { variable: 'XDG_CONFIG_HOME' }])(
    'refuses $variable inside the project, through links too',
    async ({ variable }) => {
      await using workspace = await createWorkspace();
      const { project, home, root } = workspace;
      await symlink(join(project, 'hidden'), join(root, 'link'));
      await mkdir(join(project, 'hidden'));
      for (const folder of [project, join(project, 'a/b'), join(root, 'link/new')]) {
        const env = { HOME: home, [variable]: folder };
        expect(() => resolvePaths({ env, projectRoot: project })).toThrowError(
          expect.objectContaining({ code: 'TOOLPOOL_CONFIG_HOME_REFUSED' }),
        );
        await expect(workspace.load({ env })).rejects.toMatchObject({
          code: 'TOOLPOOL_CONFIG_HOME_REFUSED',
        });
      }
    },
  );

  it('accepts folders beside the project, and in a home folder that is the current one', async () => {
    await using workspace = await createWorkspace();
    const { home, project } = workspace;
    const env = { HOME: home, TOOLPOOL_HOME: join(home, 'toolpool') };
    for (const projectRoot of [project, home]) {
      expect(resolvePaths({ env, projectRoot }).userServers).toContain('mcp.json');
    }
    const beside = { HOME: home, TOOLPOOL_HOME: `${project}-home` };
    expect(resolvePaths({ env: beside, projectRoot: project }).settings).toContain('-home');
  });
});

describe('findProjectRoot', () => {
  it('finds the folder from below, and follows links first', async () => {
    await using workspace = await createWorkspace();
    await mkdir(join(workspace.project, 'a'));
    await symlink(join(workspace.project, 'a'), join(workspace.root, 'link'));
    await expect(findProjectRoot(join(workspace.root, 'link'))).resolves.toBe(workspace.project);
    await expect(findProjectRoot(join(workspace.root, 'missing'))).rejects.toMatchObject({
      code: 'TOOLPOOL_USAGE',
    });
  });
});
