import { describe, expect, it } from 'vitest';
import { createProject, scripted } from './cli-project.ts';
import {
  DoctorShape,
  ErrorShape,
  GetShape,
  ListShape,
  PromptShape,
  PromptsShape,
  ReadShape,
  ResourcesShape,
  StatusShape,
  ToolShape,
  ToolsShape,
} from './shapes.ts';

const tool = (name: string) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object' },
});

const servers = {
  full: {
    tools: [tool('zeta'), { ...tool('alpha'), annotations: { readOnlyHint: true } }],
    resources: [{ uri: 'memo://a', name: 'a', mimeType: 'text/plain' }],
    resourceTemplates: [{ uriTemplate: 'memo://{id}', name: 'memo' }],
    prompts: [{ name: 'wave' }, { name: 'greet', arguments: [{ name: 'who', required: true }] }],
    instructions: 'Be kind.',
    serverInfo: { name: 'full-server', version: '1.2.3' },
    methods: {
      'resources/read': {
        contents: [
          { uri: 'memo://a', text: 'plain text' },
          { uri: 'memo://b', blob: 'aGVsbG8=', mimeType: 'application/octet-stream' },
        ],
      },
      'prompts/get': {
        messages: [{ role: 'user', content: { type: 'text', text: 'Hello, you.' } }],
      },
    },
  },
  broken: { exitAtStart: 3, stderr: ['KEY is missing'] },
  half: {
    tools: [tool('t')],
    methods: { 'tools/list': { error: { code: -32603, message: 'no tools today' } } },
  },
};

function createFull() {
  return createProject({
    '../home/mcp.json': scripted(servers),
    '.mcp.json': { mcpServers: { waiting: { command: 'no-such-command' } } },
  });
}

describe('list', () => {
  it('connects to what may run and reports health', async () => {
    await using project = createFull();
    const result = await project.cli(['list', '--json']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const { servers: rows } = ListShape.parse(result.json());
    expect(rows.map(({ name, status, tools }) => [name, status, tools])).toEqual([
      ['broken', 'failed', null],
      ['full', 'connected', 2],
      ['half', 'connected', null],
      ['waiting', 'pending-approval', null],
    ]);
    expect(rows[1]).toMatchObject({
      serverInfo: { name: 'full-server', version: '1.2.3' },
      protocolVersion: expect.stringMatching(/^20/),
      prompts: 2,
      resources: 1,
      durationMs: expect.any(Number),
      reason: null,
    });
  });

  it('fault 53: tells why a server that exits early did so', async () => {
    await using project = createFull();
    const { servers: rows } = ListShape.parse((await project.cli(['list', '--json'])).json());
    expect(rows[0]?.reason).toMatch(/3/);
    expect(rows[0]?.reason).toContain('KEY is missing');
    const { code, stderr } = await project.cli(['call', 'broken/x']);
    expect(code).toBe(3);
    expect(stderr).toContain('KEY is missing');
  });

  it('fault 32: does not call a server well that cannot list its tools', async () => {
    await using project = createFull();
    const { servers: rows } = ListShape.parse((await project.cli(['list', '--json'])).json());
    expect(rows[2]).toMatchObject({ status: 'connected', tools: null });
    expect(rows[2]?.reason).toContain('no tools today');
    const tools = await project.cli(['tools', '--json']);
    expect(ToolsShape.parse(tools.json()).failed).toContainEqual(
      expect.objectContaining({ server: 'half', status: 'connected' }),
    );
  });

  it('fault 32: keeps stdout to JSON and exits as the work went', async () => {
    const loud = {
      stdout: ['Welcome!', '{"level":"info"}'],
      stderr: ['noise'],
      tools: [tool('t')],
    };
    await using project = createProject({ '../home/mcp.json': scripted({ loud }) });
    for (const words of [['list'], ['tools'], ['get', 'loud'], ['status'], ['call', 'loud/t']]) {
      const result = await project.cli([...words, '--json']);
      expect(result).toMatchObject({ code: 0, stderr: '' });
      expect(() => result.json()).not.toThrow();
    }
  });

  it('exits 3 when a required server failed', async () => {
    const { mcpServers } = scripted({ broken: servers.broken });
    const required = { mcpServers: { broken: { ...mcpServers.broken, required: true } } };
    await using project = createProject({ '../home/mcp.json': required });
    for (const verb of ['list', 'tools', 'status', 'doctor', 'resources', 'prompts']) {
      expect((await project.cli([verb, '--json'])).code).toBe(3);
    }
  });
});

describe('get', () => {
  it('shows one server whole', async () => {
    await using project = createFull();
    const details = GetShape.parse((await project.cli(['get', 'full', '--json'])).json());
    expect(details).toMatchObject({
      name: 'full',
      status: 'connected',
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: 'Be kind.',
      config: { args: expect.any(Array) },
    });
    const { stdout } = await project.cli(['get', 'full']);
    expect(stdout).toContain('full-server 1.2.3');
  });
});

describe('tools', () => {
  it.each([
    { servers: {}, says: 'Add a server with toolpool add.' },
    { servers: { '': { command: 'x' } }, says: '"": ' },
  ])('says what to do when there are no tools: $says', async ({ servers, says }) => {
    await using project = createProject({ '../home/mcp.json': { mcpServers: servers } });
    const { code, stdout, stderr } = await project.cli(['tools']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('There are no tools.');
    expect(stderr).toContain(says);
  });

  it('lists the pool in order, with costs and who gives none', async () => {
    await using project = createFull();
    const result = ToolsShape.parse((await project.cli(['tools', '--json'])).json());
    const names = result.tools.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(['mcp__full__alpha', 'mcp__full__zeta']));
    expect(result.tools.find(({ tool }) => tool === 'alpha')).toMatchObject({
      server: 'full',
      readOnly: true,
      description: 'Does alpha.',
    });
    expect(result.tools.filter(({ server }) => server === null).length).toBeGreaterThan(0);
    expect(result.totalTokens).toBe(result.tools.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(result.failed.map(({ server, status }) => [server, status])).toEqual([
      ['broken', 'failed'],
      ['half', 'connected'],
      ['waiting', 'pending-approval'],
    ]);
  });

  it('shows one server, and why it gives nothing by the exit code', async () => {
    await using project = createFull();
    const full = ToolsShape.parse((await project.cli(['tools', 'full', '--json'])).json());
    expect(full.tools.map(({ tool }) => tool)).toEqual(['alpha', 'zeta']);
    expect((await project.cli(['tools', 'broken', '--json'])).code).toBe(3);
    expect((await project.cli(['tools', 'waiting', '--json'])).code).toBe(5);
    const unknown = await project.cli(['tools', 'ful', '--json']);
    expect(unknown.code).toBe(2);
    expect(ErrorShape.parse(unknown.json()).error.hint).toBe('Did you mean full?');
  });

  it('prints a table for people', async () => {
    await using project = createFull();
    const { stdout, stderr } = await project.cli(['tools']);
    expect(stdout).toMatch(/^mcp__full__alpha +\d+ +reads +Does alpha\.$/m);
    expect(stdout).toMatch(/tools, .*tokens/);
    expect(stderr).toContain('waiting: pending-approval');
  });
});

describe('tool', () => {
  it('shows one tool and how to call it', async () => {
    const inputSchema = {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'number' } },
      required: ['query'],
    };
    await using project = createProject({
      '../home/mcp.json': scripted({ a: { tools: [{ ...tool('find'), inputSchema }] } }),
    });
    const row = ToolShape.parse((await project.cli(['tool', 'find', '--json'])).json());
    expect(row).toMatchObject({ name: 'mcp__a__find', inputSchema });
    const { stdout } = await project.cli(['tool', 'a/find']);
    expect(stdout).toContain("toolpool call a/find 'query=<string>'");
  });
});

describe('resources and prompts', () => {
  it('lists resources with their templates', async () => {
    await using project = createFull();
    const found = ResourcesShape.parse((await project.cli(['resources', '--json'])).json());
    expect(found.resources).toMatchObject([{ server: 'full', uri: 'memo://a' }]);
    expect(found.templates).toMatchObject([{ server: 'full', uriTemplate: 'memo://{id}' }]);
    expect(found.diagnostics).toContainEqual(expect.objectContaining({ server: 'broken' }));
  });

  it('reads texts whole and saves bytes', async () => {
    await using project = createFull();
    const result = ReadShape.parse(
      (await project.cli(['read', 'full', 'memo://a', '--json'])).json(),
    );
    expect(result.contents[0]).toMatchObject({ text: 'plain text' });
    expect(result.contents[1]).not.toHaveProperty('blob');
    expect(project.read(result.saved[0]?.path ?? '')).toBe('hello');
    const plain = await project.cli(['read', 'full', 'memo://a']);
    expect(plain.stdout).toContain('plain text');
    expect((await project.cli(['read', 'nobody', 'memo://a'])).code).toBe(2);
    expect((await project.cli(['read', 'broken', 'memo://a'])).code).toBe(3);
    expect((await project.cli(['read', 'waiting', 'memo://a'])).code).toBe(5);
  });

  it('lists and fills in prompts', async () => {
    await using project = createFull();
    const { prompts } = PromptsShape.parse((await project.cli(['prompts', '--json'])).json());
    expect(prompts).toMatchObject([
      { name: 'mcp__full__greet', server: 'full', prompt: 'greet', arguments: [{ name: 'who' }] },
      { name: 'mcp__full__wave' },
    ]);
    for (const name of ['mcp__full__greet', 'full/greet']) {
      const filled = await project.cli(['prompt', name, 'who=you', '--json']);
      expect(PromptShape.parse(filled.json()).messages).toMatchObject([
        { role: 'user', content: { text: 'Hello, you.' } },
      ]);
    }
    const unknown = await project.cli(['prompt', 'full/gret', '--json']);
    expect(unknown.code).toBe(2);
    expect(ErrorShape.parse(unknown.json()).error).toMatchObject({
      code: 'TOOLPOOL_PROMPT_UNKNOWN',
      hint: 'Did you mean full/greet?',
    });
  });
});

describe('status', () => {
  it('exports the state as JSON, connected or not', async () => {
    await using project = createFull();
    const online = StatusShape.parse((await project.cli(['status'])).json());
    expect(online.clients.find(({ name }) => name === 'full')?.type).toBe('connected');
    const offline = StatusShape.parse((await project.cli(['status', '--offline'])).json());
    expect(offline.clients.find(({ name }) => name === 'full')?.type).toBe('pending');
  });
});

describe('doctor', () => {
  it('finds what is wrong and says what to do', async () => {
    await using project = createFull();
    const bad = { command: 'no-such-command-anywhere' };
    project.write(`${project.home}/mcp.json`, {
      mcpServers: { ...scripted(servers).mcpServers, bad },
    });
    const result = await project.cli(['doctor', '--json']);
    expect(result.code).toBe(0);
    const { findings } = DoctorShape.parse(result.json());
    const codes = (server: string) =>
      findings
        .filter((finding) => finding.server === server)
        .map(({ code, severity }) => [code, severity]);
    expect(codes('bad')).toEqual([['TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND', 'error']]);
    expect(codes('broken')).toEqual([['TOOLPOOL_TRANSPORT_EXITED', 'error']]);
    expect(codes('waiting')).toEqual([['TOOLPOOL_SERVER_PENDING_APPROVAL', 'warning']]);
    expect(findings[0]).toMatchObject({ code: 'TOOLPOOL_NODE_VERSION', severity: 'info' });
    expect(findings.filter(({ severity, fix }) => severity === 'error' && fix === null)).toEqual(
      [],
    );
  });

  it('tells how a server departs from the protocol', async () => {
    const odd = { tools: [{ ...tool('t'), description: null }], stdout: ['Welcome!'] };
    await using project = createProject({ '../home/mcp.json': scripted({ odd }) });
    const { findings } = DoctorShape.parse((await project.cli(['doctor', '--json'])).json());
    expect(findings.filter(({ server }) => server === 'odd')).toMatchObject([
      {
        severity: 'info',
        code: 'TOOLPOOL_SERVER_TOLERATED',
        message: expect.stringMatching(/null instead of absent: 1; lines on its .*: 1\)/),
      },
    ]);
  });
});
