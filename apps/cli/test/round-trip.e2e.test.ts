import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CliProject, createProject } from './cli-project.ts';
import { runBin } from './run-bin.ts';
import { runCli } from './run-cli.ts';

const scopes = ['local', 'project', 'user'] as const;
type Scope = (typeof scopes)[number];

/** How each transport is added, and the entry that comes of it. */
const transports = {
  stdio: {
    words: [
      '-e',
      'A=x "y" \u00e9',
      '-e',
      'B=2',
      '--cwd',
      '..',
      'new',
      '--',
      'node',
      '-e',
      '--',
      '',
    ],
    entry: { args: ['-e', '--', ''], env: { A: 'x "y" \u00e9', B: '2' }, cwd: '..' },
  },
  http: {
    words: [
      '-t',
      'http',
      '-H',
      'A: b: c',
      '--client-id',
      'i',
      'new',
      'https://h.example/mcp?a=1#b',
    ],
    entry: { headers: { A: 'b: c' }, oauth: { clientId: 'i' } },
  },
  sse: {
    words: ['-t', 'sse', 'new', 'https://h.example/sse', '-H', 'A: b'],
    entry: { url: 'https://h.example/sse', headers: { A: 'b' } },
  },
  ws: {
    words: ['new', 'wss://h.example/', '-t', 'ws', '--timeout', '5s'],
    entry: { url: 'wss://h.example/' },
  },
} as const;
type Transport = keyof typeof transports;

const cells = (Object.keys(transports) as Transport[]).flatMap((transport) =>
  scopes.map((scope) => ({ transport, scope })),
);
const soak = process.env.TOOLPOOL_SOAK === '1';
/** Each transport and each scope runs as a process at least once; in a soak every cell does. */
const built = cells.map((cell, index) => ({
  ...cell,
  isBuilt: soak || [0, 4, 8, 9].includes(index),
}));

/** A file as people leave it: a mark, comments, odd white space, keys that nobody knows. */
function existing(scope: Scope, root: string): string {
  const servers = `"mcpServers": {
    // the first
    "a-first": {"url": "",   "x-own": [1,2,], },
\t/* last */ "z-last": { "url": "" } // end
  },`;
  const own = scope === 'local' ? `"projects": {${JSON.stringify(root)}: {${servers}}},` : servers;
  return `\ufeff// kept\r\n{\r\n  "x-unknown": {"k":1},\r\n  ${own} "more": null\r\n}\r\n\r\n`;
}

function fileOf(scope: Scope, { root, home }: CliProject): string {
  if (scope === 'project') return `${root}/.mcp.json`;
  return scope === 'user' ? `${home}/mcp.json` : `${home}/state/local-servers.json`;
}

describe('fault 3, fault 6 and fault 16: what add writes, the other verbs read, and remove takes away', () => {
  it.concurrent.each(built)(
    '$transport in the $scope scope, as a process: $isBuilt',
    async ({ transport, scope, isBuilt }) => {
      await using project = createProject();
      mkdirSync(`${project.root}/.git`);
      const file = fileOf(scope, project);
      const before = existing(scope, project.root);
      project.write(file, before);
      const { words, entry } = transports[transport];
      const run = async (...argv: readonly string[]) => {
        const start = isBuilt ? runBin : runCli;
        const env = { TOOLPOOL_HOME: project.home };
        const { code, stdout, stderr } = await start(['--json', ...argv], {
          cwd: project.root,
          env,
        });
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        return JSON.parse(stdout);
      };
      const { changed } = await run('add', '-s', scope, ...words);
      expect(changed).toMatchObject([{ server: 'new', scope, file, action: 'added' }]);
      const status = scope === 'project' ? 'pending-approval' : 'pending';
      const row = { name: 'new', scope, source: file, transport, status };
      const { servers } = await run('list', '--offline');
      expect(servers).toContainEqual(expect.objectContaining(row));
      expect(servers).toHaveLength(3);
      expect(await run('get', 'new', '--offline')).toMatchObject({ ...row, config: entry });
      const { findings } = await run('doctor', '--offline');
      const about = findings.filter(({ server }: { server: string }) => server === 'new');
      const codes = about.map(({ code }: { code: string }) => code);
      expect(codes).toEqual(scope === 'project' ? ['TOOLPOOL_SERVER_PENDING_APPROVAL'] : []);
      expect(await run('remove', 'new', '-s', scope)).toMatchObject({
        changed: [{ server: 'new', scope, file, action: 'removed' }],
      });
      expect(project.read(file)).toBe(before);
    },
  );
});
