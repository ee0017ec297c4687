import { relative } from 'node:path';
import type { Host } from '@toolpool/mcp-client';
import { estimatePoolTokens } from '@toolpool/tool-core';
import type { Io } from '../io.ts';
import { formatCount, formatDuration } from '../output/format-values.ts';
import { paintFor } from '../output/paint.ts';
import { safeLine } from '../output/text.ts';

const NAME_WIDTH = 20;
const SHOWN_TOOLS = 3;

export function writeIntroduction(project: string, io: Io): void {
  const { bold } = paintFor(io.stdout, io);
  writeLines(io, [
    bold('Toolpool demo'),
    `The servers of ${shorten(project, io)} are approved for this run; no approval is stored.`,
    '',
    bold('Servers, as they become ready'),
  ]);
}

/** Prints every server as it settles. */
export function followServers(host: Host, io: Io): void {
  const { dim, green, red } = paintFor(io.stdout, io);
  const start = performance.now();
  const print = (server: string, state: string) => {
    const time = dim(formatDuration(performance.now() - start));
    writeLines(io, [`  ${safeLine(server).padEnd(NAME_WIDTH)} ${state}  ${time}`]);
  };
  host.on('connected', ({ server }) => print(server, green('connected')));
  host.on('failed', ({ server, error }) =>
    print(server, `${red('failed')}: ${safeLine(error.message)}`),
  );
}

export function writePool(host: Host, io: Io): void {
  const { bold, dim } = paintFor(io.stdout, io);
  const pool = host.toolPool();
  const tokens = formatCount(estimatePoolTokens(pool), 'token');
  const names = new Set(pool.map(({ mcpInfo }) => mcpInfo?.serverName));
  const lines = [...names].map((server) => {
    const own = pool.filter(({ mcpInfo }) => mcpInfo?.serverName === server);
    const count = formatCount(own.length, 'tool').padStart(8);
    const cost = formatCount(estimatePoolTokens(own), 'token').padStart(13);
    const some = own.slice(0, SHOWN_TOOLS).map(({ mcpInfo, name }) => mcpInfo?.toolName ?? name);
    const more = own.length > SHOWN_TOOLS ? ', ...' : '';
    const name = safeLine(server ?? 'built in').padEnd(NAME_WIDTH);
    return `  ${name} ${count} ${cost}  ${dim(safeLine(some.join(', ')) + more)}`;
  });
  writeLines(io, ['', bold(`Tool pool: ${formatCount(pool.length, 'tool')}, ${tokens}`), ...lines]);
}

export function writeNextSteps(project: string, io: Io): void {
  writeLines(io, [
    '',
    paintFor(io.stdout, io).bold('What to type next'),
    `  cd ${shorten(project, io)}`,
    "  alias toolpool='node ../../apps/cli/dist/bin.js'",
    '  toolpool approve                          see what would run, and let it',
    '  toolpool tools                            the pool, with its token cost',
    '  toolpool tool filesystem/read_text_file   one tool, and how to call it',
    '  toolpool --help                           all the rest',
    'What the demo saved is removed again.',
  ]);
}

function writeLines(io: Io, lines: readonly string[]): void {
  io.stdout.write(`${lines.join('\n')}\n`);
}

function shorten(path: string, io: Io): string {
  return safeLine(relative(io.cwd, path) || '.');
}
