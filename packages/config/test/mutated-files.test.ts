import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { approveServers, type LoadedServers, readJsonc } from '../src/index.ts';
import { createWorkspace, reference, type Workspace } from './workspace.ts';

const IS_SOAK = process.env.TOOLPOOL_SOAK === '1';
const wanted = IS_SOAK ? 100_000 : 500;
const firstSeed = Number(process.env.TOOLPOOL_SEED ?? Date.now() % 1_000_000);

const servers = `{
  // the servers
  "mcpServers": {
    "a": {"command": "run", "args": ["--x", "${reference('HOME')}"], "env": {"A": "1"}},
    "b": {"url": "https://host/mcp", "headers": {"X": "y"}, "timeout": 5, "tools": {"include": ["*"]}},
    "c": {"type": "sse", "url": "${reference('URL:-http://h/')}", "oauth": {"callbackPort": 7}},
  },
}`;

const settings = `{"enabledMcpjsonServers": ["a"], "disabledMcpjsonServers": ["x"],
  "enableAllProjectMcpServers": false, "imports": ["cursor", "codex"], "runProjectSettings": []}`;

const codex = `[mcp_servers.a]\ncommand = "x"\nargs = ["y"]\n[mcp_servers.b]\nurl = "https://h/"\n`;

/** Every file of a load; the text of each is what a mutation starts from. */
const originals: Readonly<Record<string, string>> = {
  'project/.mcp.json': servers,
  'home/toolpool/mcp.json': servers,
  'home/toolpool/settings.json': settings,
  'home/toolpool/state/local-servers.json': '',
  'home/toolpool/state/approvals.json': '',
  'home/toolpool/state/switches.json': '{"version": 1, "projects": {}}',
  'system/policy.json': '{"deniedMcpServers": [{"serverName": "z"}], "servers": {}}',
  'project/toolpool.config.json': '{"disabledMcpjsonServers": ["x"], "permissions": {"ask": []}}',
  'project/package.json': '{"name": "p", "toolpool": {"disabledMcpjsonServers": ["x"]}}',
  'home/.cursor/mcp.json': servers,
  'home/.codex/config.toml': codex,
};

const pieces = fc.oneof(
  fc.constantFrom(
    ...['', '"', '{', '}', '[', ']', ',', ':', '\\', '/*', '//', '\n', '0', 'null', '\0', '\u2028'],
    ...[
      '$' + '{',
      '"__proto__":',
      '-',
      'é',
      '\uFEFF',
      '{"a":',
      '1e999',
      '\ud800',
      'true',
      '"a": 1,',
    ],
  ),
  fc.string({ maxLength: 4 }),
);
interface Mutation {
  readonly at: number;
  readonly length: number;
  readonly piece: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(1000),
  length: fc.nat(12),
  piece: pieces,
});
const mutations = fc.array(mutation, { minLength: 1, maxLength: 5 });
/** Several files at once, none of which may hide what is wrong with another. */
const mutants = fc.dictionary(fc.constantFrom(...Object.keys(originals)), mutations, {
  minKeys: 1,
  maxKeys: 8,
  size: 'max',
});

function mutate(original: string, steps: readonly Mutation[]): string {
  const mutated = steps.reduce((text, { at, length, piece }) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + length);
  }, original);
  // What a file holds has no lone surrogates.
  return Buffer.from(mutated).toString();
}

async function writeOriginals(workspace: Workspace): Promise<Record<string, string>> {
  const local = `{"projects": {${JSON.stringify(workspace.project)}: ${servers}}}`;
  const files = { ...originals, 'home/toolpool/state/local-servers.json': local };
  const approvals = 'home/toolpool/state/approvals.json';
  for (const [file, text] of Object.entries(files)) {
    if (file !== approvals) await workspace.write(file, text);
  }
  const { setAside } = await workspace.load();
  const shown = setAside.flatMap(({ name, config }) => (config ? [{ name, config }] : []));
  const { project, paths } = workspace;
  await approveServers(shown, { projectRoot: project, paths });
  return { ...files, [approvals]: await workspace.read(approvals) };
}

/** What a text holds; `undefined` when it is not whole. */
function contentOf(text: string): unknown {
  try {
    return readJsonc(text, 'text').value ?? null;
  } catch {
    return undefined;
  }
}

/** The names of servers in a text, as far as it is whole. */
function namesIn(text: string): string[] | undefined {
  const { mcpServers } = Object(contentOf(text));
  const isMap = typeof mcpServers === 'object' && mcpServers && !Array.isArray(mcpServers);
  return isMap ? Object.keys(mcpServers) : undefined;
}

function isNamed(loaded: LoadedServers, name: string, file: string): boolean {
  return [...loaded.servers, ...loaded.setAside].some(
    (server) => server.name === name && server.source.file === file,
  );
}

/** Files that are looked at only when another of them asks for it, or has nothing to say. */
const isOptional = /[\\/](?:package\.json|\.cursor[\\/]mcp\.json|config\.toml)$/;

function assertNothingLost(loaded: LoadedServers, file: string, text: string): void {
  const told = loaded.diagnostics.some((diagnostic) => diagnostic.file === file);
  if (!isOptional.test(file) && contentOf(text) === undefined) expect(told, file).toBe(true);
  if (!/toolpool\/mcp\.json$|\.mcp\.json$/.test(file)) return;
  const names = namesIn(text);
  for (const name of names ?? []) expect(isNamed(loaded, name, file)).toBe(true);
  const isEmpty = /^\s*(?:\{\s*\})?\s*$/.test(text);
  if (names === undefined && !isEmpty && !told) {
    // What has no servers and no word about it must hold nothing that could be one.
    const value = contentOf(text);
    const holdsObject = Object.entries(Object(value)).some(
      ([key, item]) => !/^(?:x-|[_$])/.test(key) && typeof item === 'object' && item !== null,
    );
    expect(holdsObject && !Array.isArray(value)).toBe(false);
  }
}

function assertTyped({ diagnostics }: LoadedServers): void {
  for (const { code, message } of diagnostics) {
    expect(code).toMatch(/^TOOLPOOL_/);
    expect(message).not.toMatch(/undefined|\[object|\n/);
  }
}

it(
  `answers ${wanted} mutated files${IS_SOAK ? ` (seeds from ${firstSeed})` : ''} with servers and typed diagnostics, never with a throw`,
  async () => {
    await using workspace = await createWorkspace();
    const files = await writeOriginals(workspace);
    const changed = new Set<string>();
    let count = 0;
    const restore = async () => {
      for (const file of changed) await workspace.write(file, files[file]);
      changed.clear();
    };
    const check = async (steps: Readonly<Record<string, readonly Mutation[]>>): Promise<void> => {
      await restore();
      const texts = Object.entries(steps).map(
        ([file, each]) => [file, mutate(files[file] ?? '', each)] as const,
      );
      for (const [file, text] of texts) {
        changed.add(file);
        await workspace.write(file, text);
      }
      // While it has settings, nobody looks into the other file that may have some.
      const other = 'project/toolpool.config.json';
      if ('project/package.json' in steps && !(other in steps)) {
        changed.add(other);
        await rm(join(workspace.root, other));
      }
      const loaded = await workspace.load();
      assertTyped(loaded);
      for (const [file, text] of texts) assertNothingLost(loaded, join(workspace.root, file), text);
      for (const server of loaded.servers.slice(0, 1)) await loaded.mayConnect(server);
      count += texts.length;
    };
    // Each run is one load; together they come to at least as many files as the title says.
    for (let seed = firstSeed; count < wanted; seed += 1) {
      await fc.assert(fc.asyncProperty(mutants, check), {
        seed,
        numRuns: Math.ceil(Math.min(wanted, 5000) / 5),
        endOnFailure: true,
      });
    }
  },
  IS_SOAK ? 3_600_000 : 20_000,
);
