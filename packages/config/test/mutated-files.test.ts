import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWorkspace, reference } from './workspace.ts';

const original = `{
  // the servers
  "mcpServers": {
    "a": {"command": "run", "args": ["--x", "${reference('HOME')}"], "env": {"A": "1"}},
    "b": {"url": "https://host/mcp", "headers": {"X": "y"}, "timeout": 5, "tools": {"include": ["*"]}},
  },
}`;

const pieces = fc.constantFrom(
  '',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '/*',
  '//',
  '\n',
  '0',
  'null',
  '\0',
  '\u2028',
  '$' + '{',
  '"__proto__":',
  '-',
  'é',
);
const mutation = fc.record({ at: fc.nat(original.length), length: fc.nat(8), piece: pieces });
const texts = fc
  .array(mutation, { minLength: 1, maxLength: 4 })
  .map((mutations) =>
    mutations.reduce(
      (text, { at, length, piece }) => text.slice(0, at) + piece + text.slice(at + length),
      original,
    ),
  );

it('answers any mutation of its files with servers and typed diagnostics, never with a throw', async () => {
  await using workspace = await createWorkspace();
  const files = fc.constantFrom(
    'project/.mcp.json',
    'home/toolpool/mcp.json',
    'home/toolpool/settings.json',
    'home/toolpool/state/local-servers.json',
    'home/toolpool/state/approvals.json',
  );
  await fc.assert(
    fc.asyncProperty(texts, files, async (text, file) => {
      await workspace.write(file, text);
      const { servers, setAside, diagnostics } = await workspace.load();
      for (const { code, message } of diagnostics) {
        expect(code).toMatch(/^TOOLPOOL_/);
        expect(message).not.toMatch(/undefined|\[object|\n/);
      }
      const isLost = servers.length + setAside.length === 0;
      if (isLost && file.endsWith('mcp.json')) expect(diagnostics).not.toEqual([]);
      await workspace.write(file, '{}');
    }),
    { numRuns: 200 },
  );
});
