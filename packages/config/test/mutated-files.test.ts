import fc from 'fast-check';
import { expect, it } from 'vitest';
import { approveServers, type LoadedServers, readJsonc } from '../src/index.ts';
import { createWorkspace, reference, type Workspace } from './workspace.ts';

const IS_SOAK = process.env.TOOLPOOL_SOAK === '1';

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

function mutate(original: string, steps: readonly Mutation[]): string {
  return steps.reduce((text, { at, length, piece }) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + length);
  }, original);
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

/** The names of servers in a text, as far as it is whole. */
function namesIn(text: string): string[] | undefined {
  try {
    const { value } = readJsonc(text, 'text');
    const { mcpServers } = Object(value);
    const isMap = typeof mcpServers === 'object' && mcpServers && !Array.isArray(mcpServers);
    return isMap ? Object.keys(mcpServers) : undefined;
  } catch {
    return undefined;
  }
}

function isNamed(loaded: LoadedServers, name: string, file: string): boolean {
  return [...loaded.servers, ...loaded.setAside].some(
    (server) => server.name === name && server.source.file === file,
  );
}

function assertNothingLost(loaded: LoadedServers, file: string, text: string): void {
  const told = loaded.diagnostics.some((diagnostic) => diagnostic.file === file);
  if (!file.endsWith('toolpool/mcp.json') && !file.endsWith('.mcp.json')) return;
  const names = namesIn(text);
  for (const name of names ?? []) expect(isNamed(loaded, name, file)).toBe(true);
  const isEmpty = /^\s*(?:\{\s*\})?\s*$/.test(text);
  if (names === undefined && !isEmpty && !told) {
    // What has no servers and no word about it must hold nothing that could be one.
    const { value } = readJsonc(text, 'text');
    const holdsObject = Object.entries(Object(value)).some(
      ([key, item]) => !/^(?:x-|[_$])/.test(key) && typeof item === 'object' && item !== null,
    );
    expect(holdsObject && !Array.isArray(value)).toBe(false);
  }
}

it(
  'answers any mutation of its files with servers and typed diagnostics, never with a throw',
  async () => {
    await using workspace = await createWorkspace();
    const files = await writeOriginals(workspace);
    await fc.assert(
      fc.asyncProperty(mutations, fc.constantFrom(...Object.keys(files)), async (steps, file) => {
        const original = files[file] ?? '';
        // What a file holds has no lone surrogates.
        const text = Buffer.from(mutate(original, steps)).toString();
        const path = await workspace.write(file, text);
        const loaded = await workspace.load();
        for (const { code, message } of loaded.diagnostics) {
          expect(code).toMatch(/^TOOLPOOL_/);
          expect(message).not.toMatch(/undefined|\[object|\n/);
        }
        assertNothingLost(loaded, path, text);
        for (const server of loaded.servers.slice(0, 1)) await loaded.mayConnect(server);
        await workspace.write(file, original);
      }),
      { numRuns: IS_SOAK ? 100_000 : 200 },
    );
  },
  IS_SOAK ? 3_600_000 : 20_000,
);
