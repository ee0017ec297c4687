import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConfiguredServer,
  type ExpandedServer,
  expandServerConfig,
  hashServerConfig,
  parseServerConfig,
} from '../src/index.ts';
import { createWorkspace, reference, states } from './workspace.ts';

function configured(entry: unknown, more: Partial<ConfiguredServer> = {}): ConfiguredServer {
  const { config, issues } = parseServerConfig(entry);
  if (config === undefined) throw new Error(issues.map(({ message }) => message).join());
  const place = { directory: '/project', workingDirectory: '/work', source: { label: 'test' } };
  return { name: 'x', scope: 'user', ...place, config, hash: hashServerConfig(config), ...more };
}

function expand(entry: unknown, env: NodeJS.ProcessEnv = {}): Promise<ExpandedServer> {
  return expandServerConfig(configured(entry), { env });
}

async function expandText(text: string, env: NodeJS.ProcessEnv = {}): Promise<string | undefined> {
  const { config } = await expand({ command: 'x', args: [text] }, env);
  return config.type === 'stdio' ? config.args[0] : undefined;
}

describe('fault 7: variables are expanded in some fields or scopes only', () => {
  const value = reference('VALUE');
  const stdio = { command: value, args: ['-a', value], env: { A: value }, cwd: value };
  const http = {
    type: 'http',
    url: `https://host/${value}`,
    headers: { Authorization: `Bearer ${value}` },
    headersHelper: value,
    oauth: { clientSecret: value },
    tls: { ca: value },
  };

  it('fills in every field', async () => {
    const env = { VALUE: '/v' };
    await expect(expand(stdio, env)).resolves.toMatchObject({
      config: { command: '/v', args: ['-a', '/v'], env: { A: '/v' }, cwd: '/v' },
    });
    await expect(expand(http, env)).resolves.toMatchObject({
      config: {
        url: 'https://host//v',
        headers: { Authorization: 'Bearer /v' },
        headersHelper: '/v',
        oauth: { clientSecret: '/v' },
        tls: { ca: '/v' },
      },
    });
  });

  it('does so in every scope', async () => {
    await using workspace = await createWorkspace();
    const servers = (name: string) => ({ mcpServers: { [name]: stdio, [`${name}-http`]: http } });
    await workspace.write('project/.mcp.json', servers('project'));
    await workspace.write('home/toolpool/mcp.json', servers('user'));
    await workspace.write('home/toolpool/state/local-servers.json', {
      projects: { [workspace.project]: servers('local') },
    });
    const env = { ...workspace.env, VALUE: '/v' };
    const loaded = await workspace.load({
      env,
      settingSources: ['project'],
      dynamic: [JSON.stringify(servers('dynamic'))],
      plugins: [
        {
          plugin: 'p',
          root: '/p',
          file: '/p/plugin.json',
          entries: {
            stdio: { ...stdio, args: [value] },
            http: { ...http, url: `${http.url}?plugin` },
          },
          variables: {},
        },
      ],
    });
    expect(loaded.servers).toHaveLength(10);
    for (const server of loaded.servers) {
      const { config } = await expandServerConfig(server, { env });
      expect(JSON.stringify(config)).not.toContain('VALUE');
    }
  });

  it.each([
    { text: reference('A'), env: { A: 'v' }, expanded: 'v' },
    { text: reference('A'), env: { A: '' }, expanded: '' },
    { text: reference('A:-d'), env: {}, expanded: 'd' },
    { text: reference('A:-d'), env: { A: '' }, expanded: 'd' },
    { text: reference('A:-d'), env: { A: 'v' }, expanded: 'v' },
    { text: reference('A:-'), env: {}, expanded: '' },
    { text: reference('A:-http://h:1/x'), env: {}, expanded: 'http://h:1/x' },
    { text: reference('A:-a:-b'), env: {}, expanded: 'a:-b' },
    { text: `${reference('A:-{"b":{}}')}}`, env: {}, expanded: '{"b":{}}}' },
    { text: `${reference('A')}${reference('A')}`, env: { A: 'v' }, expanded: 'vv' },
    { text: reference('A'), env: { A: reference('B'), B: 'w' }, expanded: reference('B') },
    { text: '$A $(A) $$ {A} $', env: { A: 'v' }, expanded: '$A $(A) $$ {A} $' },
    { text: `$${reference('A')}`, env: { A: 'v' }, expanded: '$v' },
    { text: reference('env:A'), env: { A: 'v' }, expanded: 'v' },
  ])('turns $text with $env into $expanded', async ({ text, env, expanded }) => {
    await expect(expandText(text, env)).resolves.toBe(expanded);
  });

  it.each([
    '',
    'A B',
    'A-b',
    'A:?b',
    'A%x',
    '1A',
    'cmd:',
    'keychain: ',
    'env:',
    'input:a b',
    reference('A'),
  ])('takes ${%s} for an error of its entry', (body) => {
    const { issues } = parseServerConfig({ url: 'http://h/', headers: { A: reference(body) } });
    expect(issues).toMatchObject([
      { code: 'TOOLPOOL_CONFIG_REFERENCE_INVALID', field: 'headers.A' },
    ]);
  });

  it('never expands a value again, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string(), async (value, around) => {
        fc.pre(!around.includes('$'));
        const text = `${around}${reference('A')}${around}`;
        expect(await expandText(text, { A: value })).toBe(around + value + around);
      }),
    );
  });

  it('leaves a text without references as it is', async () => {
    const text = fc.string().filter((each) => !each.includes('${'));
    await fc.assert(
      fc.asyncProperty(text, async (literal) => {
        expect(await expandText(literal)).toBe(literal);
      }),
    );
  });
});

describe('fault 8: a missing variable is all or nothing', () => {
  it('makes that one server misconfigured, and names the variable', async () => {
    await using workspace = await createWorkspace();
    const url = 'https://host/';
    await workspace.write('home/toolpool/mcp.json', {
      mcpServers: { a: { url, headers: { Auth: `Bearer ${reference('UNSET')}` } }, b: { url } },
    });
    const loaded = await workspace.load();
    expect(states(loaded)).toEqual({ 'a (user)': 'misconfigured', 'b (user)': 'runs' });
    expect(loaded.setAside[0]).toMatchObject({ code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING' });
    expect(loaded.diagnostics).toMatchObject([
      { severity: 'error', server: 'a', field: 'headers.Auth', line: 1 },
    ]);
    expect(loaded.diagnostics[0]?.message).toContain('UNSET');
  });

  it('never sends the placeholder: expanding is an error', async () => {
    const entry = { url: 'https://host/', headers: { Auth: reference('UNSET') } };
    await expect(expand(entry)).rejects.toMatchObject({
      code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING',
      server: 'x',
    });
  });

  it('gives other values another digest, and the same hash', async () => {
    const entry = { command: 'x', env: { A: reference('A') }, envPassthrough: ['B'] };
    const digest = async (env: NodeJS.ProcessEnv) => (await expand(entry, env)).digest;
    expect(await digest({ A: '1' })).toBe(await digest({ A: '1', C: '3' }));
    expect(await digest({ A: '1' })).not.toBe(await digest({ A: '2' }));
    expect(await digest({ A: '1', B: '1' })).not.toBe(await digest({ A: '1', B: '2' }));
  });
});

describe('fault 10: secrets of the host leak to every child', () => {
  it('declares no variable that the entry does not name', async () => {
    const env = { SECRET_X: 'hunter2', PATH: '/bin' };
    for (const entry of [{ command: 'x' }, { command: 'x', env: { A: '1' } }]) {
      const { config, secrets } = await expand(entry, env);
      expect(JSON.stringify([config, secrets])).not.toMatch(/SECRET_X|hunter2/);
    }
  });

  it('passes variables through by name, for masking too', async () => {
    const { config, secrets } = await expand(
      { command: 'x', envPassthrough: ['TOKEN', 'UNSET'] },
      { TOKEN: 'hunter2', OTHER: 'other-secret' },
    );
    expect(config).toMatchObject({ envPassthrough: ['TOKEN', 'UNSET'] });
    expect(secrets).toEqual(['hunter2']);
  });
});

describe('expandServerConfig', () => {
  it('collects the values that it filled in, but not what the entry says itself', async () => {
    const args = [reference('A'), reference('B:-default'), reference('SHORT'), 'literal'];
    const { secrets } = await expand({ command: 'x', args }, { A: 'secret', SHORT: 'no' });
    expect(secrets).toEqual(['secret']);
  });

  it('collects what the entry itself says that is secret by its place', async () => {
    const args = ['--api-key=abcdef', '--port', '8080'];
    const local = await expand({ command: 'x', args, env: { API_TOKEN: 'ghijkl', DEBUG: 'true' } });
    expect(local.secrets).toEqual(['ghijkl', 'abcdef']);
    const remote = await expand({
      url: 'http://h/?token=mnopqr',
      headers: { Authorization: `Bearer ${reference('A:-stuvwx')}` },
    });
    expect(remote.secrets).toEqual(['stuvwx', 'mnopqr']);
  });

  it('reads files of secrets without the line break at their end', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('project/token', 'hunter2\n');
    const entry = { url: 'http://h/', headers: { A: `Bearer ${reference('file:token')}` } };
    const server = configured(entry, { directory: workspace.project });
    const { config, secrets } = await expandServerConfig(server, { env: {} });
    expect(config).toMatchObject({ headers: { A: 'Bearer hunter2' } });
    expect(secrets).toEqual(['hunter2']);
    const missing = configured({ command: reference('file:no') }, { directory: workspace.project });
    await expect(expandServerConfig(missing, { env: {} })).rejects.toMatchObject({
      code: 'TOOLPOOL_CONFIG_REFERENCE_INVALID',
    });
  });

  it.each([
    { command: 'npx', cwd: undefined, expected: { command: 'npx', cwd: '/work' } },
    { command: './run', cwd: 'sub', expected: { command: '/project/run', cwd: '/project/sub' } },
    { command: 'bin/run', cwd: '/abs', expected: { command: '/project/bin/run', cwd: '/abs' } },
    { command: '/bin/run', cwd: '.', expected: { command: '/bin/run', cwd: '/project' } },
  ])('makes $command in $cwd absolute', async ({ command, cwd, expected }) => {
    const entry = { command, args: ['./left/alone'], ...(cwd !== undefined && { cwd }) };
    const { config } = await expand(entry);
    expect(config).toMatchObject({ ...expected, args: ['./left/alone'] });
  });

  it.each([
    { url: reference('A:-'), code: 'TOOLPOOL_SERVER_NOT_CONFIGURED' },
    { url: reference('A:-ftp://h/'), code: 'TOOLPOOL_CONFIG_INVALID' },
    { url: reference('A:-h'), code: 'TOOLPOOL_CONFIG_INVALID' },
  ])('refuses $url', async ({ url, code }) => {
    await expect(expand({ url })).rejects.toMatchObject({ code });
  });

  it('gives placeholders of plugins a value in the entries of plugins alone', async () => {
    const entry = {
      command: `${reference('CLAUDE_PLUGIN_ROOT')}/run`,
      args: [reference('user_config.key')],
    };
    const variables = { CLAUDE_PLUGIN_ROOT: '/plugin', 'user_config.key': 'hunter2' };
    const server = configured(entry, { scope: 'plugin', variables });
    await expect(expandServerConfig(server, { env: {} })).resolves.toMatchObject({
      config: { command: '/plugin/run', args: ['hunter2'] },
      secrets: ['hunter2'],
    });
    await expect(expand(entry, variables)).rejects.toMatchObject({
      code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING',
    });
  });
});
