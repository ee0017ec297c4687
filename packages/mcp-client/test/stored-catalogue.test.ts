import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FixtureScript,
  processesWithMarker,
  type TemporaryDirectory,
  temporaryDirectory,
  waitUntil,
} from '@toolpool/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DefinitionPins, Host, HostOptions } from '../src/index.ts';
import { eventsOf, openHost, poolNames, tool } from './hosts.ts';
import { stdioServer, textOf } from './servers.ts';

const script: FixtureScript = {
  tools: [tool('work', { description: 'Works.' }), tool('rest')],
  resources: [{ uri: 'doc:1', name: 'One' }],
  resourceTemplates: [{ uriTemplate: 'doc:{id}', name: 'Doc' }],
  prompts: [{ name: 'ask', arguments: [{ name: 'topic', required: true }] }],
  instructions: 'Work.',
};

let directory: TemporaryDirectory;
let marker: string;
let markers = 0;

beforeEach(() => {
  directory = temporaryDirectory();
  marker = `mcp-client-catalogue-${process.pid}-${++markers}-`;
});
afterEach(() => directory[Symbol.asyncDispose]());

/** The script is read from a file when the server starts: it may be another one by then. */
function entry(current: FixtureScript, fields: object = {}) {
  const file = join(directory.path, 'script.json');
  writeFileSync(file, JSON.stringify(current));
  const server = stdioServer('s', {}, { env: { TEST_MARKER: marker }, ...fields });
  if (server.config.type !== 'stdio') throw new TypeError(server.config.type);
  const { args = [] } = server.config;
  return stdioServer(
    's',
    {},
    { env: { TEST_MARKER: marker }, ...fields, args: [args[0], `@${file}`] },
  );
}

const catalogueDirectory = () => join(directory.path, 'catalogue');

const open = (current: FixtureScript, options: Partial<HostOptions> = {}): Promise<Host> =>
  openHost({
    servers: [entry(current)],
    catalogueDirectory: catalogueDirectory(),
    ...options,
  });

/** Stores what a server with this script offers. */
async function store(current: FixtureScript): Promise<void> {
  const host = await open(current);
  await host.close();
}

function storedFile(): string {
  const files = readdirSync(catalogueDirectory());
  expect(files).toHaveLength(1);
  return join(catalogueDirectory(), files[0] ?? '');
}

const running = () => processesWithMarker(marker).length;

describe('a stored catalogue', () => {
  it('offers everything before the server runs, and the first call starts it', async () => {
    const first = await open(script);
    expect(running()).toBe(1);
    const before = {
      pool: first.toolPool().map((each) => [each.name, each.description()]),
      commands: first.commands(),
      resources: first.resources(),
      templates: first.resourceTemplates(),
      instructions: first.instructions(),
    };
    await first.close();
    expect(statSync(storedFile()).mode & 0o777).toBe(0o600);

    await using host = await open(script);
    const after = {
      pool: host.toolPool().map((each) => [each.name, each.description()]),
      commands: host.commands(),
      resources: host.resources(),
      templates: host.resourceTemplates(),
      instructions: host.instructions(),
    };
    expect(after).toEqual(before);
    expect(running()).toBe(0);
    expect(host.connections()[0]).toMatchObject({ type: 'pending', phase: 'idle' });
    const pool = host.toolPool();
    const seen = eventsOf(host);
    const calls = Array.from({ length: 10 }, () => host.callTool('mcp__s__work'));
    expect(new Set((await Promise.all(calls)).map(textOf))).toEqual(new Set(['ok']));
    expect(running()).toBe(1);
    expect(seen).toEqual(['connecting', 'connected']);
    expect(host.toolPool().every((each, index) => each === pool[index])).toBe(true);
  });

  it('is replaced by what the server then lists', async () => {
    await store(script);
    const changed = { ...script, tools: [tool('work'), tool('new')], prompts: [] };
    await using host = await open(changed);
    expect(poolNames(host)).toContain('mcp__s__rest');
    expect(textOf(await host.callTool('mcp__s__work'))).toBe('ok');
    expect(poolNames(host)).toContain('mcp__s__new');
    expect(poolNames(host)).not.toContain('mcp__s__rest');
    await host.close();
    await using next = await open(changed);
    expect(poolNames(next)).toContain('mcp__s__new');
    expect(next.commands()).toEqual([]);
    expect(running()).toBe(0);
  });

  it('is not that of an entry that launches something else', async () => {
    await store(script);
    const servers = [entry(script, { env: { TEST_MARKER: marker, OTHER: '1' } })];
    await using host = await open(script, { servers });
    expect(host.connections()[0]?.type).toBe('connected');
  });

  it.each([
    ['torn', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['of another version', (text: string) => text.replace('"version":1', '"version":2')],
    ['of another server', (text: string) => text.replace('"server":"s"', '"server":"t"')],
    ['no object', () => '[[[[7]]]]'],
    ['without a list', (text: string) => text.replace('"tools":[', '"toolz":[')],
  ])('counts as none when it is %s, and is written anew', async (_, damage) => {
    await store(script);
    const file = storedFile();
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, damage(text));
    await using host = await open(script);
    expect(host.connections()[0]?.type).toBe('connected');
    await host.close();
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('is read as leniently, and cleaned as thoroughly, as what comes from the server', async () => {
    await store(script);
    const file = storedFile();
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    stored.tools.push(7, { name: 'work' }, { name: 'odd', inputSchema: null, title: 7 });
    stored.introduction.instructions = 'Wo\u200Brk\u202E.';
    stored.prompts[0].description = 'A\u200Bsk';
    writeFileSync(file, JSON.stringify(stored));
    await using host = await open(script);
    expect(running()).toBe(0);
    expect(poolNames(host)).toEqual(expect.arrayContaining(['mcp__s__work', 'mcp__s__odd']));
    expect(host.servers()[0]?.problems).toHaveLength(5);
    expect(host.instructions()[0]?.instructions).toBe('Work.');
    expect(host.commands()[0]?.description).toBe('Ask');
  });

  it('offers nothing of a server that the gate refuses', async () => {
    await store(script);
    await using host = await open(script, {
      mayConnect: async () => ({
        allowed: false,
        status: 'blocked',
        reason: 'Blocked.',
        code: 'TOOLPOOL_SERVER_BLOCKED',
      }),
    });
    expect(host.connections()[0]?.type).toBe('disabled');
    expect(host.toolPool()).toEqual([]);
  });

  it('offers only the tools that the entry includes', async () => {
    const narrowed = () => [entry(script, { tools: { exclude: ['rest'] } })];
    await (await open(script, { servers: narrowed() })).close();
    await using host = await open(script, { servers: narrowed() });
    expect(running()).toBe(0);
    expect(poolNames(host)).toContain('mcp__s__work');
    expect(poolNames(host)).not.toContain('mcp__s__rest');
  });

  it('fault 28: is compared with the pins, and so is what the server then lists', async () => {
    await store(script);
    const pins = (changed: () => readonly string[]): DefinitionPins => ({
      check: async () => ({ changed: new Set(changed()), block: true, problems: [] }),
    });
    await using blocked = await open(script, { definitionPins: pins(() => ['work']) });
    expect(running()).toBe(0);
    expect(poolNames(blocked)).not.toContain('mcp__s__work');
    await blocked.close();

    let changed: readonly string[] = [];
    await using host = await open(script, { definitionPins: pins(() => changed) });
    expect(poolNames(host)).toContain('mcp__s__work');
    changed = ['work'];
    await expect(host.callTool('mcp__s__work')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_UNKNOWN',
    });
  });

  it('fault 28: a tool that proves to be another one when its server starts is not called', async () => {
    await store(script);
    let changed: readonly string[] = [];
    const definitionPins: DefinitionPins = {
      check: async () => ({ changed: new Set(changed), block: false, problems: [] }),
    };
    await using host = await open(script, { definitionPins });
    changed = ['work'];
    await expect(host.callTool('mcp__s__work')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_CHANGED',
      server: 's',
    });
    expect(textOf(await host.callTool('mcp__s__rest'))).toBe('ok');
  });

  it('serves a lazy host too, and a required server is started all the same', async () => {
    await store(script);
    await using lazy = await open(script, { connect: 'lazy' });
    expect(poolNames(lazy)).toContain('mcp__s__work');
    expect(running()).toBe(0);
    await (await open(script, { servers: [entry(script, { required: true })] })).close();
    await using host = await open(script, { servers: [entry(script, { required: true })] });
    expect(running()).toBe(0);
    await host.ready({ required: true });
    expect(host.connections()[0]?.type).toBe('connected');
  });

  it('follows changes that the server announces', async () => {
    const changing = {
      ...script,
      tools: [tool('grow')],
      replies: { grow: { setTools: [tool('grow'), tool('grown')] } },
    };
    const first = await open(changing);
    await first.callTool('mcp__s__grow');
    await waitUntil(() => poolNames(first).includes('mcp__s__grown'));
    await first.close();
    await using host = await open(changing);
    expect(running()).toBe(0);
    expect(poolNames(host)).toContain('mcp__s__grown');
  });
});
