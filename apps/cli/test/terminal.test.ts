import { describe, expect, it } from 'vitest';
import { createProject, scripted } from './cli-project.ts';

/** Window title, clear screen, hide, C1, carriage return, bidirectional override, tag letters. */
const ESCAPES =
  '\u001b]0;owned\u0007\u001b[2J\u001b[8m\u009b31m\rsafe\u202eevil\u200b\u{e0041}\u{e0042}';
/** What none of our output may hold in a pipe: controls but line feed and tab, and what hides. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u200b\u{e0000}-\u{e007f}]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences.
const OWN_COLOURS = /\u001b\[\d+m/g;

const name = `evil${ESCAPES}`;
const description = `Reads.${ESCAPES}`;
const tool = {
  name: 't',
  title: description,
  description,
  inputSchema: { type: 'object', properties: { q: { description } } },
};
const script = {
  tools: [tool, { ...tool, name: `u${ESCAPES}` }, { name: 5, description }],
  resources: [{ uri: `x://${ESCAPES}`, name: description, description }],
  prompts: [{ name: 'p', description, arguments: [{ name: 'a', description }] }],
  serverInfo: { name: description, version: ESCAPES },
  instructions: description,
  stderr: [ESCAPES],
  replies: { t: { content: [{ type: 'text', text: description }], isError: true } },
  methods: {
    'resources/read': { contents: [{ uri: 'x://y', text: description }] },
    'prompts/get': { error: { code: -32603, message: description } },
  },
};
const verbs = [
  ['list'],
  ['get', 'a'],
  ['tools'],
  ['tool', 'a/t'],
  ['call', 'a/t'],
  ['call', `a/${ESCAPES}`],
  ['resources'],
  ['read', 'a', 'x://y'],
  ['prompts'],
  ['prompt', 'a/p'],
  ['status'],
  ['doctor'],
  ['list', '--offline'],
  ['get', name, '--offline'],
  ['approve'],
  ['remove', ESCAPES],
  [ESCAPES],
  ['list', `--${ESCAPES}`],
];

describe('terminal', () => {
  it.each(verbs)('fault 121: prints nothing that a terminal obeys: %s %s', async (...words) => {
    await using project = createProject({
      '../home/mcp.json': scripted({ a: script, b: { exitAtStart: 1, stderr: [ESCAPES] } }),
      '.mcp.json': { mcpServers: { [name]: { command: `x${ESCAPES}`, args: [ESCAPES] } } },
    });
    for (const options of [[], ['--json'], ['--verbose']]) {
      const { stdout, stderr } = await project.cli([...words, ...options]);
      expect(stdout).not.toMatch(FORBIDDEN);
      expect(stderr).not.toMatch(FORBIDDEN);
    }
    const seen = await project.cli(words, { terminal: { columns: 80 } });
    expect(seen.stdout.replace(OWN_COLOURS, '')).not.toMatch(FORBIDDEN);
  });

  it('has no colours with NO_COLOR', async () => {
    await using project = createProject({ '../home/mcp.json': scripted({ a: {} }) });
    const options = { terminal: { columns: 80 }, env: { NO_COLOR: '1' } };
    const { stdout } = await project.cli(['list', '--offline'], options);
    expect(stdout).not.toMatch(OWN_COLOURS);
  });
});
