import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processesWithMarker, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import {
  type ConfiguredServer,
  type ExpandServerConfigOptions,
  expandServerConfig,
  hashServerConfig,
  type Keychain,
  parseServerConfig,
} from '../src/index.ts';
import { createWorkspace, reference, states } from './workspace.ts';

const node = JSON.stringify(process.execPath);

/** A line that runs a script in Node. */
function script(code: string): string {
  return reference(`cmd:${node} -e ${JSON.stringify(code)}`);
}

function memoryKeychain(start: Readonly<Record<string, string>> = {}): Keychain & {
  readonly entries: Map<string, string>;
} {
  const entries = new Map(Object.entries(start));
  return {
    entries,
    read: async (service, account) => entries.get(`${service}/${account}`),
    write: async (service, account, secret) => {
      entries.set(`${service}/${account}`, secret);
    },
  };
}

const brokenKeychain: Keychain = {
  read: () => Promise.reject(new Error('no bus')),
  write: () => Promise.reject(new Error('no bus')),
};

function withHeader(header: string, more: Partial<ConfiguredServer> = {}): ConfiguredServer {
  const { config, issues } = parseServerConfig({ url: 'http://h/', headers: { A: header } });
  if (config === undefined) throw new Error(issues.map(({ message }) => message).join());
  const place = { directory: '/', workingDirectory: '/', source: { label: '/f', file: '/f' } };
  return { name: 'x', scope: 'user', ...place, config, hash: hashServerConfig(config), ...more };
}

async function headerOf(
  header: string,
  options: Partial<ExpandServerConfigOptions> = {},
  more: Partial<ConfiguredServer> = {},
): Promise<string | undefined> {
  const server = withHeader(header, more);
  const { config, secrets } = await expandServerConfig(server, {
    env: {},
    keychain: memoryKeychain(),
    ...options,
  });
  const value = 'headers' in config ? config.headers?.A : undefined;
  // Whatever a secret reference gave is masked.
  expect(secrets.some((secret) => value?.includes(secret))).toBe(true);
  return value;
}

const unavailable = { code: 'TOOLPOOL_CONFIG_SECRET_UNAVAILABLE', server: 'x' };

describe('${keychain:name}', () => {
  it('is the secret that the user stored under that name', async () => {
    const keychain = memoryKeychain({ 'toolpool/my token': 'hunter2' });
    const value = await headerOf(`Bearer ${reference('keychain:my token')}`, { keychain });
    expect(value).toBe('Bearer hunter2');
  });

  it('never reaches an answer to an input', async () => {
    const keychain = memoryKeychain({ 'toolpool-inputs/["/f","t"]': 'hunter2' });
    const server = reference('keychain:["/f","t"]');
    await expect(headerOf(server, { keychain })).rejects.toMatchObject(unavailable);
  });

  it('says where to store a secret that is missing', async () => {
    await expect(headerOf(reference('keychain:gone'))).rejects.toMatchObject({
      ...unavailable,
      hint: expect.stringContaining('service "toolpool"'),
    });
  });

  it('says what else to use when there is no keychain', async () => {
    const header = reference('keychain:name');
    await expect(headerOf(header, { keychain: brokenKeychain })).rejects.toMatchObject({
      ...unavailable,
      hint: expect.stringContaining('${file:path}'),
    });
  });
});

describe('${cmd:...}', () => {
  it('is what the command prints, without its last line break', async () => {
    await expect(headerOf(script("console.log('two\\nlines')"))).resolves.toBe('two\nlines');
  });

  it('splits words as a POSIX shell would, and runs no shell', async () => {
    const words = `${node} -p "process.argv.slice(1).join('|')" 'a b' c\\ d $HOME ; "x"`;
    await expect(headerOf(reference(`cmd:${words}`))).resolves.toBe('a b|c d|$HOME|;|x');
  });

  it('is never expanded again', async () => {
    const code = "console.log('$'+'{HOME}')";
    const value = await headerOf(script(code), { env: { HOME: '/never' } });
    expect(value).toBe(reference('HOME'));
  });

  it.each([
    { what: 'fails', code: "console.log('hunter2');console.error('hunter2');process.exit(3)" },
    { what: 'prints nothing', code: '' },
    { what: 'prints too much', code: "process.stdout.write('hunter2'.repeat(20000))" },
    { what: 'dies', code: "process.kill(process.pid,'SIGKILL')" },
  ])('is an error that holds no output when the command $what', async ({ code }) => {
    const error: unknown = await headerOf(script(code)).catch((cause: unknown) => cause);
    expect(error).toMatchObject(unavailable);
    expect(`${error} ${JSON.stringify(error)}`).not.toContain('hunter2');
  });

  it.each(['/no/such/program hunter2', '"open'])('is an error for the line %s', async (line) => {
    const error: unknown = await headerOf(reference(`cmd:${line}`)).catch((cause) => cause);
    expect(error).toMatchObject({ server: 'x', code: expect.stringMatching(/^TOOLPOOL_CONFIG_/) });
    expect(String(error)).not.toContain('hunter2');
  });

  it('ends the whole group of a command, however it ends', async () => {
    const marker = `cmd-${process.pid}`;
    const child = `require('child_process').spawn(process.execPath,['-e','setInterval(()=>{},1000)'],{stdio:'ignore'})`;
    const code = `${child};console.log('token');setTimeout(()=>process.exit(0),200)`;
    const env = { TOOLPOOL_TEST_MARKER: marker };
    await expect(headerOf(script(code), { env })).resolves.toBe('token');
    await waitUntil(() => processesWithMarker(marker).length === 0, { timeoutMs: 2000 });
  });

  it.each(['project', 'plugin'] as const)('is an error in the %s scope', async (scope) => {
    const header = script("console.log('token')");
    await expect(headerOf(header, {}, { scope })).rejects.toMatchObject({
      code: 'TOOLPOOL_CONFIG_REFERENCE_INVALID',
    });
  });

  it('makes an entry of a project invalid, and never runs', async () => {
    await using workspace = await createWorkspace();
    const marker = join(workspace.root, 'marker');
    const line = script(`require('fs').writeFileSync(${JSON.stringify(marker)},'')`);
    await workspace.write('project/.mcp.json', { mcpServers: { x: { command: line } } });
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { y: { command: line } } });
    const loaded = await workspace.load({ settingSources: ['user', 'project'] });
    expect(states(loaded)).toEqual({ 'x (project)': 'invalid', 'y (user)': 'runs' });
    expect(loaded.diagnostics).toMatchObject([{ field: 'command', server: 'x', line: 1 }]);
    await expect(readFile(marker)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('${input:id}', () => {
  it('is asked once, by all servers of a file, and kept in the keychain', async () => {
    const keychain = memoryKeychain();
    const requests: unknown[] = [];
    const ask: ExpandServerConfigOptions['ask'] = async (request) => {
      requests.push(request);
      return 'hunter2';
    };
    const header = reference('input:token');
    const values = await Promise.all([
      headerOf(header, { keychain, ask }),
      headerOf(header, { keychain, ask }),
    ]);
    expect(values).toEqual(['hunter2', 'hunter2']);
    expect(requests).toEqual([{ id: 'token', server: 'x', source: '/f' }]);
    await expect(headerOf(header, { keychain })).resolves.toBe('hunter2');
  });

  it('asks for each file anew', async () => {
    const keychain = memoryKeychain();
    const header = reference('input:token');
    await headerOf(header, { keychain, ask: async () => 'hunter2' });
    const source = { label: '/other', file: '/other' };
    await expect(headerOf(header, { keychain }, { source })).rejects.toMatchObject(unavailable);
  });

  it('uses an answer for this run when no keychain can keep it', async () => {
    const ask = async () => 'hunter2';
    const options = { keychain: brokenKeychain, ask };
    await expect(headerOf(reference('input:token'), options)).resolves.toBe('hunter2');
  });

  it('is an error with a hint when nobody answers', async () => {
    const header = reference('input:token');
    for (const options of [{}, { ask: async () => undefined }, { ask: async () => '' }]) {
      await expect(headerOf(header, options)).rejects.toMatchObject({
        ...unavailable,
        hint: expect.stringContaining('terminal'),
      });
    }
  });
});

it('resolves no secret reference before a server connects', async () => {
  await using workspace = await createWorkspace();
  const args = ['env:UNSET', 'file:gone', 'keychain:gone', 'cmd:/gone', 'input:gone'];
  await workspace.write('home/toolpool/mcp.json', {
    mcpServers: { x: { command: 'x', args: args.map(reference) } },
  });
  const loaded = await workspace.load();
  expect(states(loaded)).toEqual({ 'x (user)': 'runs' });
  expect(loaded.diagnostics).toEqual([]);
});
