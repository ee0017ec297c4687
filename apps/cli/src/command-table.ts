import type { Command } from './command-context.ts';
import type { OptionDeclaration } from './options/option-declaration.ts';

/** How one command is typed, and where it is: its code is loaded when it runs. */
export interface CommandDeclaration {
  readonly name: string;
  /** Heading in the help. */
  readonly group: string;
  readonly summary: string;
  /** As `<needed>`, `[optional]`, `[several...]`. */
  readonly arguments?: readonly string[];
  readonly options?: readonly OptionDeclaration[];
  readonly examples: readonly string[];
  readonly load: () => Promise<Command<never>>;
}

const configuration = () => import('./chunks/configuration.ts');
const connection = () => import('./chunks/connection.ts');

const OFFLINE: OptionDeclaration = {
  flags: '--offline',
  description: 'read the configuration only, connect to nothing',
};
const WRITE_SCOPE: OptionDeclaration = {
  flags: '-s, --scope <scope>',
  description: 'where to write: local (default), project or user',
};
const FORCE: OptionDeclaration = { flags: '--force', description: 'replace a server of that name' };
const YES: OptionDeclaration = { flags: '-y, --yes', description: 'decide without asking' };

const CONFIGURE: readonly CommandDeclaration[] = [
  {
    name: 'add',
    group: 'Servers:',
    summary: 'add a server: a URL, or a command after --',
    arguments: ['<name>', '[target...]'],
    options: [
      WRITE_SCOPE,
      { flags: '-t, --transport <type>', description: 'stdio, http, sse or ws' },
      {
        flags: '-e, --env <K=V>',
        description: 'variable of the command; repeatable',
        repeat: true,
      },
      { flags: '-H, --header <header>', description: "'Name: value'; repeatable", repeat: true },
      { flags: '--cwd <dir>', description: 'folder the command runs in' },
      { flags: '--client-id <id>', description: 'OAuth client id' },
      { flags: '--callback-port <port>', description: 'port that the OAuth login listens on' },
      FORCE,
    ],
    examples: [
      'toolpool add docs https://example.com/mcp',
      "toolpool add -s user docs https://example.com/mcp -H 'Authorization: Bearer ${DOCS_TOKEN}'",
      'toolpool add files -- npx -y @modelcontextprotocol/server-filesystem .',
    ],
    load: async () => (await configuration()).add,
  },
  {
    name: 'add-json',
    group: 'Servers:',
    summary: 'add a server as a JSON entry',
    arguments: ['<name>', '<json>'],
    options: [WRITE_SCOPE, FORCE],
    examples: [`toolpool add-json files '{"command": "my-server", "args": ["."]}'`],
    load: async () => (await configuration()).addJson,
  },
  {
    name: 'import',
    group: 'Servers:',
    summary: 'copy the servers of another host, such as claude-code or vscode',
    arguments: ['<source>'],
    options: [
      {
        flags: '-s, --scope <scope>',
        description: 'where to write: user (default), local or project',
      },
    ],
    examples: ['toolpool import claude-code', 'toolpool import cursor -s project'],
    load: async () => (await configuration()).importFrom,
  },
  {
    name: 'list',
    group: 'Servers:',
    summary: 'list the servers with their state',
    options: [OFFLINE],
    examples: ['toolpool list', 'toolpool list --offline --json'],
    load: async () => (await configuration()).list,
  },
  {
    name: 'get',
    group: 'Servers:',
    summary: 'show one server with its entry and what it can do',
    arguments: ['<name>'],
    options: [OFFLINE],
    examples: ['toolpool get docs'],
    load: async () => (await configuration()).get,
  },
  {
    name: 'remove',
    group: 'Servers:',
    summary: 'remove a server from its file',
    arguments: ['<name>'],
    options: [{ flags: '-s, --scope <scope>', description: 'where it is: local, project or user' }],
    examples: ['toolpool remove docs', 'toolpool remove docs -s project'],
    load: async () => (await configuration()).remove,
  },
  {
    name: 'approve',
    group: 'Servers:',
    summary: "show what a project's servers would run, and let them",
    arguments: ['[name...]'],
    options: [YES],
    examples: ['toolpool approve', 'toolpool approve docs --yes'],
    load: async () => (await configuration()).approve,
  },
  {
    name: 'reject',
    group: 'Servers:',
    summary: "keep a project's servers from ever running",
    arguments: ['[name...]'],
    options: [YES],
    examples: ['toolpool reject docs'],
    load: async () => (await configuration()).reject,
  },
  {
    name: 'reset-approvals',
    group: 'Servers:',
    summary: 'forget what you approved and rejected in this project',
    options: [YES],
    examples: ['toolpool reset-approvals'],
    load: async () => (await configuration()).resetApprovals,
  },
  {
    name: 'enable',
    group: 'Servers:',
    summary: 'let a server run in this project again',
    arguments: ['<name>'],
    examples: ['toolpool enable docs'],
    load: async () => (await configuration()).enable,
  },
  {
    name: 'disable',
    group: 'Servers:',
    summary: 'keep a server of any scope from running in this project, for you',
    arguments: ['<name>'],
    examples: ['toolpool disable docs'],
    load: async () => (await configuration()).disable,
  },
  {
    name: 'reconnect',
    group: 'Servers:',
    summary: 'dial a server afresh, also one that wanted a login, and report its state',
    arguments: ['[name]'],
    options: [{ flags: '--all', description: 'all servers' }],
    examples: ['toolpool reconnect docs', 'toolpool reconnect --all --json'],
    load: async () => (await connection()).reconnect,
  },
];

const USE: readonly CommandDeclaration[] = [
  {
    name: 'tools',
    group: 'Tools:',
    summary: 'list the tool pool with its token cost',
    arguments: ['[server]'],
    options: [OFFLINE],
    examples: ['toolpool tools', 'toolpool tools docs --json'],
    load: async () => (await configuration()).tools,
  },
  {
    name: 'tool',
    group: 'Tools:',
    summary: 'show one tool: its schema and how to call it',
    arguments: ['<name>'],
    examples: ['toolpool tool docs/search'],
    load: async () => (await connection()).tool,
  },
  {
    name: 'call',
    group: 'Tools:',
    summary: 'call a tool',
    arguments: ['<tool>', '[pairs...]'],
    options: [
      { flags: '--args <json>', description: 'the arguments; pairs override them' },
      { flags: '--stdin', description: 'read the arguments as JSON from standard input' },
      { flags: '--raw', description: "print the server's result whole, as JSON" },
    ],
    examples: [
      'toolpool call docs/search query="how to install" limit=5',
      `toolpool call mcp__docs__search --args '{"query": "install"}'`,
      'toolpool call search filter:=\'{"tag": "new"}\' --timeout 30s',
      'toolpool call echo message=hello --server-cmd "node server.mjs"',
    ],
    load: async () => (await connection()).call,
  },
  {
    name: 'resources',
    group: 'Tools:',
    summary: 'list resources and resource templates',
    arguments: ['[server]'],
    options: [OFFLINE],
    examples: ['toolpool resources docs'],
    load: async () => (await connection()).resources,
  },
  {
    name: 'read',
    group: 'Tools:',
    summary: 'read one resource',
    arguments: ['<server>', '<uri>'],
    examples: ['toolpool read docs docs://guide'],
    load: async () => (await connection()).read,
  },
  {
    name: 'prompts',
    group: 'Tools:',
    summary: 'list prompts',
    arguments: ['[server]'],
    options: [OFFLINE],
    examples: ['toolpool prompts'],
    load: async () => (await connection()).prompts,
  },
  {
    name: 'prompt',
    group: 'Tools:',
    summary: 'fill in one prompt',
    arguments: ['<name>', '[pairs...]'],
    examples: ['toolpool prompt docs/summarise topic=install'],
    load: async () => (await connection()).prompt,
  },
];

const PINS: readonly CommandDeclaration[] = [
  {
    name: 'pins',
    group: 'Tools:',
    summary: 'list, compare, accept or reset the pinned tools of servers: diff, accept, reset',
    arguments: ['[action]', '[server]'],
    options: [OFFLINE, YES],
    examples: ['toolpool pins', 'toolpool pins diff docs', 'toolpool pins accept docs'],
    load: async () => (await connection()).pins,
  },
];

const LOGINS: readonly CommandDeclaration[] = [
  {
    name: 'auth',
    group: 'Logins:',
    summary: 'list logins, print one for CI, store one from standard input: status, export, import',
    arguments: ['[action]', '[server]'],
    examples: ['toolpool auth', 'toolpool auth export docs', 'toolpool auth import < login'],
    load: async () => (await configuration()).auth,
  },
  {
    name: 'logout',
    group: 'Logins:',
    summary: 'forget the login for a server, and for all that share its resource',
    arguments: ['<server>'],
    examples: ['toolpool logout docs'],
    load: async () => (await configuration()).logout,
  },
];

const LOOK: readonly CommandDeclaration[] = [
  {
    name: 'status',
    group: 'This installation:',
    summary: 'print the state of the host as JSON',
    options: [OFFLINE],
    examples: ['toolpool status'],
    load: async () => (await connection()).status,
  },
  {
    name: 'plugins',
    group: 'This installation:',
    summary: 'list plugins and the servers they bring',
    examples: ['toolpool plugins --plugin ./my-plugin'],
    load: async () => (await configuration()).plugins,
  },
  {
    name: 'doctor',
    group: 'This installation:',
    summary: 'check configuration, runtime and servers; each finding with its fix',
    options: [OFFLINE],
    examples: ['toolpool doctor'],
    load: async () => (await configuration()).doctor,
  },
  {
    name: 'demo',
    group: 'This installation:',
    summary: 'show it all on the servers of a demo project',
    examples: ['toolpool demo --project examples/quickstart'],
    load: async () => (await connection()).demo,
  },
];

export const COMMANDS: readonly CommandDeclaration[] = [
  ...CONFIGURE,
  ...USE,
  ...PINS,
  ...LOGINS,
  ...LOOK,
];
