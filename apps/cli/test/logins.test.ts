import { join } from 'node:path';
import { createTokenStore, exportLogin, type StoredLogin } from '@toolpool/auth';
import { secretCanaries, startFixtureHttpServer } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createProject } from './cli-project.ts';

const tools = [{ name: 'work', inputSchema: { type: 'object' } }];

function login(resource: string, more: Partial<StoredLogin> = {}): StoredLogin {
  return {
    resource,
    issuer: 'https://auth.example',
    account: 'default',
    clientId: 'client',
    tokenEndpoint: 'https://auth.example/token',
    accessToken: secretCanaries.accessToken,
    refreshToken: secretCanaries.refreshToken,
    obtainedAt: Date.now(),
    expiresAt: Date.parse('2999-01-01T00:00:00.000Z'),
    scope: 'read write',
    ...more,
  };
}

/** A project with one server, and the line that carries a login to it. */
async function withLogin(url: string) {
  const entries = {
    docs: { type: 'http', url },
    other: { type: 'http', url: 'https://h.example/' },
  };
  const project = createProject({ '../home/mcp.json': { mcpServers: entries } });
  const elsewhere = createTokenStore({ directory: join(project.root, 'x'), keychain: 'none' });
  const mine = login(url);
  await elsewhere.update(mine, async () => mine);
  return { project, line: await exportLogin(elsewhere, mine) };
}

describe('logins', () => {
  it('come from standard input, are listed, sent, printed for CI, and forgotten', async () => {
    const requireHeader = { authorization: `Bearer ${secretCanaries.accessToken}` };
    await using http = await startFixtureHttpServer({ tools, requireHeader });
    const { project, line } = await withLogin(http.url);
    await using _ = project;
    // Its refusal is remembered; the login makes it worth dialling again.
    expect((await project.cli(['tools', 'docs'])).code).toBe(4);
    const key = { resource: http.url, issuer: 'https://auth.example', account: 'default' };
    const imported = await project.cli(['auth', 'import', '--json'], { input: `${line}\n` });
    expect(imported.json()).toEqual(key);
    const listed = await project.cli(['auth', 'status', '--json']);
    expect(listed.json()).toEqual({
      logins: [
        {
          server: 'docs',
          ...key,
          expiresAt: '2999-01-01T00:00:00.000Z',
          scopes: ['read', 'write'],
        },
      ],
    });
    const shown = await project.cli(['auth']);
    expect(shown.stdout).toContain('docs');
    expect(listed.stdout + shown.stdout).not.toMatch(/cnry/);
    expect(await project.cli(['tools', 'docs'])).toMatchObject({ code: 0 });
    expect((await project.cli(['auth', 'export', 'docs'])).stdout).toBe(`${line}\n`);
    const gone = await project.cli(['logout', 'docs', '--json']);
    expect(gone.json()).toEqual({ server: 'docs', ...key });
    expect((await project.cli(['auth'])).stdout).toBe('There are no logins.\n');
    expect((await project.cli(['tools', 'docs'])).code).toBe(4);
  });

  it.each([
    [['auth', 'export', 'other'], 4, 'There is no login to export.'],
    [['auth', 'export', 'nobody'], 2, 'There is no server "nobody".'],
    [['auth', 'export'], 2, 'Which login?'],
    [['auth', 'import'], 2, 'This is no exported login.'],
    [['auth', 'statsu'], 2, 'There is no action "statsu" of auth.'],
    [['logout', 'other'], 4, 'There is no login for server "other".'],
    [['logout', 'nobody'], 2, 'There is no server "nobody".'],
  ] as const)('that are not there are errors: %j', async (words, code, message) => {
    const { project } = await withLogin('https://mcp.example/mcp');
    await using _ = project;
    const result = await project.cli(words, { input: secretCanaries.refreshToken });
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(message) });
    expect(result.stderr).not.toContain(secretCanaries.refreshToken);
  });
});
