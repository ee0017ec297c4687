/** One call that the demo makes. */
export interface DemoCall {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What there is to see, as a short sentence. */
  readonly title: string;
}

export const DEMO_CALLS: readonly DemoCall[] = [
  {
    title: 'A tool of a plugin, which runs inside this process.',
    server: 'plugin:clock:clock',
    tool: 'convert_duration',
    args: { duration: 'PT36H15M' },
  },
  {
    title: 'A tool of a server from npm.',
    server: 'everything',
    tool: 'get-sum',
    args: { a: 2, b: 40 },
  },
  {
    title: 'A call that takes its time, with progress.',
    server: 'everything',
    tool: 'trigger-long-running-operation',
    args: { duration: 2, steps: 8 },
  },
  {
    title: 'A result too large for a model: saved, and described in its place.',
    server: 'filesystem',
    tool: 'read_text_file',
    args: { path: 'orders.json' },
  },
];

/** The command line that makes the same call. */
export function commandLineOf({ server, tool, args }: DemoCall): string {
  const pairs = Object.entries(args).map(([key, value]) => `${key}=${value}`);
  return ['toolpool call', `${server}/${tool}`, ...pairs].join(' ');
}
