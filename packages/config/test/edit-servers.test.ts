import { stat } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addServer, removeServer } from '../src/index.ts';
import { createWorkspace, reference, states, type Workspace } from './workspace.ts';

function add(workspace: Workspace, name: string, entry: unknown, force = false) {
  const { paths, project: projectRoot } = workspace;
  return addServer({ scope: 'user', name, entry, force, paths, projectRoot });
}

function remove(workspace: Workspace, name: string) {
  const { paths, project: projectRoot } = workspace;
  return removeServer({ scope: 'user', name, paths, projectRoot });
}

const file = 'home/toolpool/mcp.json';
const entry = { command: 'run', args: ['--a'], 'x-vendor': { kept: true } };
const block = [
  '    "new": {',
  '      "command": "run",',
  '      "args": [',
  '        "--a"',
  '      ],',
  '      "x-vendor": {',
  '        "kept": true',
  '      }',
  '    }',
].join('\n');
const inline = '"new": {"command":"run","args":["--a"],"x-vendor":{"kept":true}}';

describe('addServer', () => {
  it('creates the file of each scope, for the user alone where it is theirs', async () => {
    await using workspace = await createWorkspace();
    const { paths, project: projectRoot } = workspace;
    for (const scope of ['local', 'project', 'user'] as const) {
      const change = await addServer({ scope, name: scope, entry, paths, projectRoot });
      expect(change).toEqual({ server: scope, scope, file: expect.any(String), action: 'added' });
      const { mode } = await stat(change.file);
      expect(mode & 0o777).toBe(scope === 'project' ? 0o644 & ~process.umask() : 0o600);
    }
    expect(await workspace.read(file)).toBe(
      `{\n  "mcpServers": {\n${block.replace('"new"', '"user"')}\n  }\n}\n`,
    );
    expect(states(await workspace.load({ settingSources: ['project'] }))).toEqual({
      'local (local)': 'runs',
      'project (project)': 'runs',
      'user (user)': 'runs',
    });
  });

  it.each([
    {
      what: 'after the last one',
      before: '{\n  "mcpServers": {\n    "a": {}\n  }\n}',
      after: `{\n  "mcpServers": {\n    "a": {},\n${block}\n  }\n}`,
    },
    {
      what: 'after the comment of the last one',
      before: '{\n  "mcpServers": {\n    "a": {} // a, "b"\n    // end\n  }\n}',
      after: `{\n  "mcpServers": {\n    "a": {}, // a, "b"\n${block}\n    // end\n  }\n}`,
    },
    {
      what: 'after a trailing comma',
      before: '{\n  "mcpServers": {\n    "a": {}, // a\n  },\n}',
      after: `{\n  "mcpServers": {\n    "a": {}, // a\n${block},\n  },\n}`,
    },
    {
      what: 'into an empty object',
      before: '{\n  "$schema": "s",\n  "mcpServers": {},\n  "other": 1\n}',
      after: `{\n  "$schema": "s",\n  "mcpServers": {\n${block}\n  },\n  "other": 1\n}`,
    },
    {
      what: 'after comments in an empty object',
      before: '{\n  "mcpServers": {\n    // none yet\n  }\n}',
      after: `{\n  "mcpServers": {\n    // none yet\n${block}\n  }\n}`,
    },
    {
      what: 'in one line',
      before: '{"mcpServers": {"a": {}}}',
      after: `{"mcpServers": {"a": {}, ${inline}}}`,
    },
    {
      what: 'in one line after a trailing comma',
      before: '{"mcpServers": {"a": {}, /* b */}}',
      after: `{"mcpServers": {"a": {}, ${inline}, /* b */}}`,
    },
    {
      what: 'in one line after a comment',
      before: '{"mcpServers": { /* none */ }}',
      after: `{"mcpServers": { /* none */ ${inline} }}`,
    },
    {
      what: 'with the servers themselves',
      before: '\uFEFF{\n  "other": 1 // one\n}\n',
      after: `\uFEFF{\n  "other": 1, // one\n  "mcpServers": {\n${block}\n  }\n}\n`,
    },
  ])('writes $what, and removing restores every byte', async ({ before, after }) => {
    await using workspace = await createWorkspace();
    await workspace.write(file, before);
    await add(workspace, 'new', entry);
    expect(await workspace.read(file)).toBe(after);
    await remove(workspace, 'new');
    const without = before.includes('mcpServers')
      ? before
      : before.replace(' //', ', //').replace('\n}', '\n  "mcpServers": {}\n}');
    expect(await workspace.read(file)).toBe(without);
  });

  it('keeps line ends and the indentation', async () => {
    await using workspace = await createWorkspace();
    await workspace.write(file, '{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n');
    await add(workspace, 'b', { command: 'x' });
    expect(await workspace.read(file)).toBe(
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {},\r\n\t\t"b": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t}\r\n}\r\n',
    );
  });

  it('replaces an entry by force only, and in its place', async () => {
    await using workspace = await createWorkspace();
    const before = '{\n  "mcpServers": {\n    "a": {"command": "old"}, // a\n    "b": {}\n  }\n}';
    await workspace.write(file, before);
    await expect(add(workspace, 'a', { command: 'new' })).rejects.toMatchObject({
      code: 'TOOLPOOL_SERVER_EXISTS',
    });
    expect(await workspace.read(file)).toBe(before);
    await expect(add(workspace, 'a', { command: 'new' }, true)).resolves.toMatchObject({
      action: 'replaced',
    });
    const value = '{\n      "command": "new"\n    }';
    expect(await workspace.read(file)).toBe(before.replace('{"command": "old"}', value));
  });

  it.each([
    {
      text: '{\n  "mcpServers": {,}\n}',
      error: { code: 'TOOLPOOL_CONFIG_SYNTAX', data: { line: 2, column: 18 } },
    },
    { text: '', error: { code: 'TOOLPOOL_CONFIG_SYNTAX' } },
    { text: '{"mcpServers": []}', error: { code: 'TOOLPOOL_CONFIG_INVALID' } },
    { text: '[]', error: { code: 'TOOLPOOL_CONFIG_INVALID' } },
  ])('never overwrites $text', async ({ text, error }) => {
    await using workspace = await createWorkspace();
    await workspace.write(file, text);
    await expect(add(workspace, 'a', { command: 'x' })).rejects.toMatchObject(error);
    await expect(remove(workspace, 'a')).rejects.toMatchObject(error);
    expect(await workspace.read(file)).toBe(text);
  });

  it.each([
    { name: 'a', entry: { type: 'smoke' }, code: 'TOOLPOOL_SERVER_UNSUPPORTED_TYPE' },
    { name: 'a', entry: { command: 'x', args: 1 }, code: 'TOOLPOOL_CONFIG_INVALID' },
    { name: 'a', entry: { command: reference('x y') }, code: 'TOOLPOOL_CONFIG_REFERENCE_INVALID' },
    { name: '', entry: { command: 'x' }, code: 'TOOLPOOL_USAGE' },
    { name: ' ', entry: { command: 'x' }, code: 'TOOLPOOL_USAGE' },
    { name: 'plugin:a:b', entry: { command: 'x' }, code: 'TOOLPOOL_USAGE' },
    { name: 'a\u0007', entry: { command: 'x' }, code: 'TOOLPOOL_USAGE' },
    { name: 'a\n', entry: { command: 'x' }, code: 'TOOLPOOL_USAGE' },
    { name: 'a\u200b', entry: { command: 'x' }, code: 'TOOLPOOL_USAGE' },
    { name: 'a\u202eb', entry: { command: 'x' }, code: 'TOOLPOOL_USAGE' },
  ])('writes nothing that could not be read back: $name $entry', async ({ name, entry, code }) => {
    await using workspace = await createWorkspace();
    await expect(add(workspace, name, entry)).rejects.toMatchObject({ code });
    await expect(workspace.read(file)).rejects.toThrow('ENOENT');
  });

  it('loses nothing when many write at once', async () => {
    await using workspace = await createWorkspace();
    const names = Array.from({ length: 20 }, (_, index) => `server-${index}`);
    await Promise.all(names.map((name) => add(workspace, name, { command: name })));
    const { servers } = await workspace.load();
    expect(servers.map(({ name }) => name)).toEqual(names.toSorted());
  });
});

describe('removeServer', () => {
  it.each([
    { before: '{"mcpServers": {"x": {}, "b": 1}}', after: '{"mcpServers": {"b": 1}}' },
    { before: '{"mcpServers": { "x": {}, "b": 1 }}', after: '{"mcpServers": { "b": 1 }}' },
    {
      before: '{"mcpServers": {"a": 1, "x": {}, "b": 1}}',
      after: '{"mcpServers": {"a": 1, "b": 1}}',
    },
    {
      before: '{"mcpServers": {\n"x": {}, // x\n"b": 1 // b\n}}',
      after: '{"mcpServers": {\n// x\n"b": 1 // b\n}}',
    },
    {
      before: '{"mcpServers": {\n"a": 1, // a\n"x": {} }}',
      after: '{"mcpServers": {\n"a": 1 // a\n}}',
    },
    {
      before: '{"mcpServers": {\n"a": 1, // a\n"x": {}, "b": 1}}',
      after: '{"mcpServers": {\n"a": 1, // a\n"b": 1}}',
    },
    {
      before: '{"mcpServers": {"x": {} /* x */, "b": 1}}',
      after: '{"mcpServers": {/* x */ "b": 1}}',
    },
    { before: '{"mcpServers": {"x": 1, "a": 1, "x": 2}}', after: '{"mcpServers": {"a": 1}}' },
    { before: '{"mcpServers": {"x": {}\n, "b": 1\n}}', after: '{"mcpServers": {"b": 1\n}}' },
    {
      before: '{"mcpServers": {\n  // why\n  "x": {}\n}}',
      after: '{"mcpServers": {\n  // why\n}}',
    },
  ])('keeps the comments of $before', async ({ before, after }) => {
    await using workspace = await createWorkspace();
    await workspace.write(file, before);
    await remove(workspace, 'x');
    expect(await workspace.read(file)).toBe(after);
  });

  it('finds the one scope that has the name', async () => {
    await using workspace = await createWorkspace();
    const { paths, project: projectRoot } = workspace;
    const options = { paths, projectRoot, name: 'a' };
    await expect(removeServer(options)).rejects.toMatchObject({ code: 'TOOLPOOL_SERVER_UNKNOWN' });
    await addServer({ ...options, scope: 'local', entry });
    await addServer({ ...options, scope: 'project', entry });
    await expect(removeServer(options)).rejects.toMatchObject({
      code: 'TOOLPOOL_SERVER_AMBIGUOUS',
    });
    await expect(removeServer({ ...options, scope: 'user' })).rejects.toMatchObject({
      code: 'TOOLPOOL_SERVER_UNKNOWN',
    });
    await removeServer({ ...options, scope: 'project' });
    await expect(removeServer(options)).resolves.toMatchObject({
      scope: 'local',
      action: 'removed',
    });
  });

  it('fault 8: writes references back, never their values', async () => {
    await using workspace = await createWorkspace();
    const token = reference('TOKEN');
    await workspace.write(file, { mcpServers: { a: { command: token }, b: { command: 'b' } } });
    await workspace.load({ env: { ...workspace.env, TOKEN: 'hunter2' } });
    await remove(workspace, 'b');
    expect(await workspace.read(file)).toBe(
      JSON.stringify({ mcpServers: { a: { command: token } } }),
    );
  });
});

describe('any file', () => {
  const space = fc.constantFrom(
    '',
    ' ',
    '\n',
    '\n  ',
    '\t',
    '\r\n',
    ' // c\n',
    '/* c */',
    '\n/* , */\n',
    '// "}\n ',
  );
  const inside = fc.constantFrom('', ' ', '\n', '/* in */', '// in\n');
  const value = fc.constantFrom(
    '{}',
    '1',
    '"//,"',
    '{"command": "x"}',
    '[1, ]',
    'null',
    '{ /* } */ }',
  );
  const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'a b', '}', '//');
  const member = fc
    .tuple(space, name, inside, inside, value, space)
    .map(([a, key, b, c, text, d]) => `${a}${JSON.stringify(key)}${b}:${c}${text}${d}`);
  const members = fc.uniqueArray(member, {
    minLength: 1,
    maxLength: 4,
    selector: (text) => /"[^"]*"(?=[^"]*:)/.exec(text)?.[0],
  });
  const text = fc
    .tuple(fc.constantFrom('', '\uFEFF'), space, members, fc.boolean(), space)
    .map(([mark, before, list, comma, after]) => {
      const servers = `{${list.join(',')}${comma ? ',' : ''}${after}}`;
      return `${mark}${before}{"other": [1],${before}"mcpServers":${servers}}${after}`;
    });

  it('is the same to its parser after an edit, and the same to the byte once it is undone', async () => {
    await using workspace = await createWorkspace();
    const added = fc.constantFrom<unknown>(
      { command: 'x' },
      { url: 'http://h/', headers: { A: '1' } },
    );
    await fc.assert(
      fc.asyncProperty(text, added, async (before, config) => {
        await workspace.write(file, before);
        const names = async () => (await workspace.load()).setAside.map((each) => each.name);
        const known = [
          ...(await workspace.load()).servers.map((each) => each.name),
          ...(await names()),
        ];
        await add(workspace, 'new', config);
        const after = await workspace.load();
        const all = [...after.servers, ...after.setAside].map((each) => each.name);
        expect(all.toSorted()).toEqual([...known, 'new'].toSorted());
        await remove(workspace, 'new');
        expect(await workspace.read(file)).toBe(before);
      }),
      { numRuns: 25 },
    );
  });

  it('loses what is removed and nothing else', async () => {
    await using workspace = await createWorkspace();
    await fc.assert(
      fc.asyncProperty(text, fc.nat(), async (before, at) => {
        await workspace.write(file, before);
        const names = async () => {
          const { servers, setAside } = await workspace.load();
          return [...servers, ...setAside].map((each) => each.name).toSorted();
        };
        const known = await names();
        const gone = known[at % known.length] ?? '';
        await remove(workspace, gone);
        expect(await names()).toEqual(known.filter((each) => each !== gone));
        const comments = (source: string) => source.match(/\/\/ c|\/\* c \*\/|\/\* , \*\//g) ?? [];
        expect(comments(await workspace.read(file))).toEqual(comments(before));
      }),
      { numRuns: 25 },
    );
  });
});
