import { readFileSync } from 'node:fs';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createProject, scripted } from './cli-project.ts';
import { CallShape, ErrorShape } from './shapes.ts';

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const echo = { name: 'echo', inputSchema: { type: 'object' } };

function withServers(servers: Parameters<typeof scripted>[0]) {
  return createProject({ '../home/mcp.json': scripted(servers) });
}

describe('call', () => {
  it('types key=value by the schema of the tool', async () => {
    const properties = {
      number: { type: 'number' },
      integer: { type: ['integer', 'null'] },
      flag: { type: 'boolean' },
      list: { type: 'array' },
      object: { anyOf: [{ type: 'object' }, { type: 'null' }] },
      text: { type: 'string' },
      id: { type: ['string', 'number'] },
      choice: { enum: [1, 'two', true] },
      referred: { $ref: '#/$defs/amount' },
      __proto__x: { type: 'number' },
    };
    const tool = {
      name: 'typed',
      inputSchema: { type: 'object', properties, $defs: { amount: { type: 'number' } } },
    };
    await using project = withServers({
      a: { tools: [tool], replies: { typed: { echoArgs: true } } },
    });
    const pairs = {
      'number=1.5': ['number', 1.5],
      'integer=null': ['integer', null],
      'flag=true': ['flag', true],
      'list=[1,"a"]': ['list', [1, 'a']],
      'object={"a":1}': ['object', { a: 1 }],
      'text=7': ['text', '7'],
      'id=007': ['id', '007'],
      'choice=1': ['choice', 1],
      'referred=12345678901234567890': ['referred', '12345678901234567890'],
      'unknown=5': ['unknown', '5'],
      'forced:={"b":[null]}': ['forced', { b: [null] }],
      'equal=a=b:=c': ['equal', 'a=b:=c'],
      'empty=': ['empty', ''],
      '__proto__=x': ['__proto__', 'x'],
    };
    const result = await project.cli(['call', 'a/typed', ...Object.keys(pairs), '--json']);
    const { content } = CallShape.parse(result.json());
    expect(JSON.parse(String(content[0]?.text))).toEqual(
      Object.fromEntries(Object.values(pairs) as never),
    );
  });

  it('lets pairs override the base of --args or of standard input', async () => {
    await using project = withServers({
      a: { tools: [echo], replies: { echo: { echoArgs: true } } },
    });
    const base = '{"kept": 1, "changed": 1}';
    const words = ['call', 'echo', 'changed:=2', '--json'];
    for (const result of [
      await project.cli([...words, '--args', base]),
      await project.cli([...words, '--stdin'], { input: base }),
    ]) {
      const { content } = CallShape.parse(result.json());
      expect(JSON.parse(String(content[0]?.text))).toEqual({ kept: 1, changed: 2 });
    }
  });

  it.each([
    { words: ['no-pair'], message: 'no argument' },
    { words: ['a:={'], message: 'not JSON' },
    { words: ['--args', '{'], message: 'not JSON' },
    { words: ['--args', '[]'], message: 'no JSON object' },
    { words: ['--args', '{}', '--stdin'], message: 'use one' },
  ])('exits 2 for the arguments $words before it starts anything', async ({ words, message }) => {
    await using project = createProject();
    const marker = `${project.root}/started`;
    project.write(`${project.home}/mcp.json`, scripted({ a: { tools: [echo], touch: marker } }));
    const { code, stderr } = await project.cli(['call', 'a/echo', ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(project.exists(marker)).toBe(false);
  });

  it('finds a tool by qualified name, by server/tool and by a name that is unique', async () => {
    await using project = withServers({
      'my.server': {
        tools: [echo, { name: 'user/update', inputSchema: {} }],
        replies: { echo: text('one') },
      },
      other: { tools: [{ name: 'only', inputSchema: {} }] },
    });
    for (const name of ['mcp__my_server__echo', 'my.server/echo', 'echo']) {
      expect(await project.cli(['call', name])).toMatchObject({ code: 0, stdout: 'one\n' });
    }
    expect(await project.cli(['call', 'user/update'])).toMatchObject({ code: 0, stdout: 'ok\n' });
    expect(await project.cli(['call', 'other/only'])).toMatchObject({ code: 0, stdout: 'ok\n' });
  });

  it('connects only to the server that the name tells', async () => {
    await using project = createProject();
    const marker = `${project.root}/started`;
    project.write(
      `${project.home}/mcp.json`,
      scripted({ a: { tools: [echo] }, b: { tools: [echo], touch: marker } }),
    );
    for (const name of ['a/echo', 'mcp__a__echo']) {
      expect((await project.cli(['call', name])).code).toBe(0);
      expect((await project.cli(['tool', name])).code).toBe(0);
    }
    expect(project.exists(marker)).toBe(false);
  });

  it('exits 2 for a bare name that two servers have, and names both', async () => {
    await using project = withServers({ a: { tools: [echo] }, b: { tools: [echo] } });
    const result = await project.cli(['call', 'echo', '--json']);
    expect(result.code).toBe(2);
    expect(ErrorShape.parse(result.json()).error).toMatchObject({
      code: 'TOOLPOOL_TOOL_AMBIGUOUS',
      hint: expect.stringContaining('mcp__a__echo, mcp__b__echo'),
    });
  });

  it.each([
    ['ecko', 'echo'],
    ['a/ecko', 'a/echo'],
    ['mcp__a__ecko', 'mcp__a__echo'],
  ])('exits 2 for the unknown tool %s and suggests %s', async (name, suggestion) => {
    const other = { ...echo, name: 'other' };
    await using project = withServers({ a: { tools: [echo, other] } });
    const result = await project.cli(['call', name, '--json']);
    expect(result.code).toBe(2);
    expect(ErrorShape.parse(result.json()).error).toMatchObject({
      code: 'TOOLPOOL_TOOL_UNKNOWN',
      hint: `Did you mean ${suggestion}?`,
    });
  });

  it.each([
    ['nope/echo', 'See toolpool list.'],
    ['clok/echo', 'Did you mean clock?'],
  ])('exits 2 for the unknown server of %s', async (name, hint) => {
    await using project = withServers({ clock: { tools: [echo] } });
    const result = await project.cli(['call', name, '--json']);
    expect(result.code).toBe(2);
    expect(ErrorShape.parse(result.json()).error).toMatchObject({
      code: 'TOOLPOOL_SERVER_UNKNOWN',
      hint,
    });
  });

  it('suggests neither an empty name nor one that is not near', async () => {
    const names = ['', 'n', 'no', 'echo'];
    await using project = withServers({ a: { tools: names.map((name) => ({ ...echo, name })) } });
    const result = await project.cli(['call', 'nope', '--json']);
    expect(ErrorShape.parse(result.json()).error.hint).toBe('See toolpool tools.');
  });

  it('exits 3 for an unknown bare name when a server that might have it failed', async () => {
    await using project = withServers({ a: { tools: [echo] }, b: { exitAtStart: 1 } });
    const result = await project.cli(['call', 'nothing', '--json']);
    expect(result.code).toBe(3);
    expect(ErrorShape.parse(result.json()).error.server).toBe('b');
  });

  it('exits 5 for a server that waits for approval', async () => {
    await using project = createProject({ '.mcp.json': scripted({ a: { tools: [echo] } }) });
    for (const name of ['a/echo', 'mcp__a__echo']) {
      const result = await project.cli(['call', name, '--json']);
      expect(result.code).toBe(5);
      expect(ErrorShape.parse(result.json()).error).toMatchObject({
        code: 'TOOLPOOL_SERVER_PENDING_APPROVAL',
        server: 'a',
      });
    }
  });

  it("exits 1 with the server's words for a failed tool", async () => {
    const failure = { ...text('query: must be a string'), isError: true };
    await using project = withServers({ a: { tools: [echo], replies: { echo: failure } } });
    const plain = await project.cli(['call', 'echo']);
    expect(plain).toMatchObject({ code: 1, stdout: '' });
    expect(plain.stderr).toContain('query: must be a string');
    const json = await project.cli(['call', 'echo', '--json']);
    expect(json).toMatchObject({ code: 1, stderr: '' });
    expect(CallShape.parse(json.json())).toMatchObject({ isError: true, server: 'a' });
  });

  it('exits 1 with code and data of a JSON-RPC error', async () => {
    const error = {
      code: -32602,
      message: 'Invalid arguments for tool echo',
      data: { field: 'q' },
    };
    await using project = withServers({ a: { tools: [echo], replies: { echo: { error } } } });
    const result = await project.cli(['call', 'echo', '--json']);
    expect(result.code).toBe(1);
    const shape = ErrorShape.parse(result.json());
    expect(shape.error).toMatchObject({
      code: 'TOOLPOOL_REQUEST_REFUSED',
      message: expect.stringContaining('Invalid arguments for tool echo'),
      data: { code: -32602, data: { field: 'q' } },
    });
  });

  it('says that --strict-mcp-config leaves the servers of plugins out', async () => {
    await using project = createProject({
      'p/package.json': { name: 'p', version: '1.0.0', type: 'module', exports: './index.js' },
      'p/index.js': "export default { apiVersion: 1, name: 'p', version: '1.0.0' };",
    });
    const words = ['call', 'p/echo', '--strict-mcp-config', '--plugin', './p'];
    const { code, stderr } = await project.cli(words);
    expect(code).toBe(2);
    expect(stderr).toContain('The servers of --plugin are left out');
  });

  it('prints the result of the server whole with --raw', async () => {
    const raw = {
      content: [{ type: 'novel', x: 1 }],
      structuredContent: { a: [1] },
      'x-more': true,
    };
    await using project = withServers({ a: { tools: [echo], replies: { echo: raw } } });
    const result = await project.cli(['call', 'echo', '--raw']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.json()).toEqual(raw);
  });

  it('saves images for people and gives them to programs', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const image = { content: [{ type: 'image', data: png, mimeType: 'image/png' }] };
    await using project = withServers({ a: { tools: [echo], replies: { echo: image } } });
    const { stderr } = await project.cli(['call', 'echo']);
    const path = /Saved image\/png, .*: (\S+)/.exec(stderr)?.[1] ?? '';
    expect(readFileSync(path).toString('base64')).toBe(png);
    const { content } = CallShape.parse((await project.cli(['call', 'echo', '--json'])).json());
    expect(content).toMatchObject([{ type: 'image', mimeType: 'image/png' }]);
  });

  it('tells progress line by line with --verbose', async () => {
    const progress = { progress: 3, everyMs: 1, result: text('done') };
    await using project = withServers({ a: { tools: [echo], replies: { echo: progress } } });
    const quiet = await project.cli(['call', 'echo']);
    expect(quiet).toMatchObject({ code: 0, stdout: 'done\n', stderr: '' });
    const { stdout, stderr } = await project.cli(['call', 'echo', '--verbose']);
    expect(stdout).toBe('done\n');
    const progressLines = stderr.split('\n').filter((line) => /^\d/.test(line));
    expect(progressLines.map((line) => line.slice(0, 1))).toEqual(['1', '2', '3']);
  });

  it('tells each step of the conversation with --verbose, and nothing of what was said', async () => {
    const replies = { echo: text('secret answer') };
    await using project = withServers({ a: { tools: [echo], replies } });
    const { stderr } = await project.cli(['call', 'echo', 'text=secret', '--verbose', '--json']);
    expect(stderr).toMatch(/^a -> tools\/call echo\na <- tools\/call echo \(\d+ ms\)$/m);
    expect(stderr).not.toContain('secret');
  });

  it('draws a bar for progress on a terminal', async () => {
    const progress = { progress: 3, everyMs: 100, result: text('done') };
    await using project = withServers({ a: { tools: [echo], replies: { echo: progress } } });
    const { stderr } = await project.cli(['call', 'echo'], { terminal: { columns: 80 } });
    expect(stderr).toContain('█');
  });

  it('calls a server that only words name', async () => {
    await using project = createProject();
    const script = { tools: [echo], replies: { echo: { echoArgs: true } } };
    project.write('server.json', scripted({ a: script }));
    const { command, args } = JSON.parse(project.read('server.json')).mcpServers.a;
    const words = [command, ...args].map((word: string) => `'${word}'`).join(' ');
    const result = await project.cli(['call', 'echo', 'a=1', '--server-cmd', words]);
    expect(result).toMatchObject({ code: 0, stdout: '{"a":"1"}\n' });
  });

  it('fault 36: calls a tool by its shortened name and sends the original one', async () => {
    const server = 's'.repeat(40);
    const tool = { name: 't'.repeat(60), inputSchema: { type: 'object' } };
    await using project = withServers({
      [server]: { tools: [tool], replies: { [tool.name]: text('hit') } },
    });
    const { tools } = (await project.cli(['tools', '--json'])).json() as {
      tools: { name: string; tool: string }[];
    };
    const name = tools[0]?.name ?? '';
    expect(name).toHaveLength(64);
    expect(tools[0]?.tool).toBe(tool.name);
    expect(await project.cli(['call', name])).toMatchObject({ code: 0, stdout: 'hit\n' });
  });

  it('stops at the first interrupt', async () => {
    await using project = createProject();
    const marker = `${project.root}/started`;
    const script = { tools: [echo], replies: { echo: { hang: true } }, touch: marker };
    project.write(`${project.home}/mcp.json`, scripted({ a: script }));
    const controller = new AbortController();
    const { signal } = controller;
    const running = project.cli(['call', 'a/echo', '--json'], { signal });
    await waitUntil(() => project.exists(marker));
    controller.abort(interrupted());
    const result = await running;
    expect(result.code).toBe(130);
    expect(ErrorShape.parse(result.json()).error.code).toBe('TOOLPOOL_INTERRUPTED');
  });
});

function interrupted(): Error {
  return new ToolpoolError('Interrupted.', { code: 'TOOLPOOL_INTERRUPTED' });
}
