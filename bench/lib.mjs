import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const sideFile = fileURLToPath(new URL('side.mjs', import.meta.url));

/**
 * The environment of every measured process. `NODE_EXTRA_CA_CERTS` slows each start of Node by 60 to
 * 70 ms, which would flatter whoever starts fewer processes.
 */
export function childEnvironment(changes = {}) {
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, NODE_V8_COVERAGE, ...environment } = process.env;
  return { ...environment, ...changes };
}

/** Runs one side of a scenario file in a fresh process and resolves to what it measured. */
export async function runInChild(file, side, parameters) {
  const child = fork(sideFile, [file, side, JSON.stringify(parameters)], {
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const messages = [];
  child.on('message', (message) => messages.push(message));
  const [code] = await once(child, 'close');
  if (code !== 0 || messages.length !== 1) throw new Error(`${side} ended with code ${code}.`);
  return messages[0];
}

/** Runs a command to its end and resolves to its wall time; throws unless it prints `expected`. */
export async function runCommand({ command, args, cwd, env, expected = '' }) {
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of Object.keys(output)) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  const [code] = await once(child, 'close');
  const ms = performance.now() - startedAt;
  if (code !== 0 || !output.stdout.includes(expected)) {
    throw new Error(`${args.join(' ')} ended with code ${code}:\n${output.stdout}${output.stderr}`);
  }
  return { ms };
}

/** Times a piece of work: wall clock and the CPU time of this process, in milliseconds. */
export async function timed(work) {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000 };
}

/** As {@link timed}, with the longest time for which the event loop took no turn, in milliseconds. */
export async function timedWithBlocks(work) {
  let blockMs = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    blockMs = Math.max(blockMs, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  const measured = await timed(work);
  look();
  clearInterval(timer);
  return { ...measured, blockMs };
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Measures all sides of one case: one warm-up each, then rounds in turn, the order reversed in every
 * second one. Resolves to the median of each figure by side, and to the rounds.
 */
export async function measure(sides, rounds, run) {
  for (const side of sides) await run(side);
  const samples = Object.fromEntries(sides.map((side) => [side, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? sides : sides.toReversed();
    for (const side of order) samples[side].push(await run(side));
  }
  const medians = Object.fromEntries(sides.map((side) => [side, medianOfEach(samples[side])]));
  return { medians, samples };
}

/** The median of each figure. */
export function medianOfEach(samples) {
  const figures = Object.keys(samples[0]);
  return Object.fromEntries(
    figures.map((figure) => [figure, median(samples.map((sample) => sample[figure]))]),
  );
}

/**
 * One row of the table: a figure of ours beside the peer's. `ratio` is ours through the peer's;
 * `speedup` (the peer's through ours) is for goals that say how many times faster.
 */
export function compare(what, ours, peer, { atMost, atLeast, unit = 'ms' }) {
  const value = atLeast === undefined ? ours / peer : peer / ours;
  const goal = atLeast === undefined ? `<= ${atMost}x` : `>= ${atLeast}x`;
  const met = atLeast === undefined ? value <= atMost : value >= atLeast;
  return {
    what,
    ours: `${format(ours)} ${unit}`,
    peer: `${format(peer)} ${unit}`,
    ratio: `${value.toFixed(2)}x`,
    goal: atMost === undefined && atLeast === undefined ? '' : goal,
    met: atMost === undefined && atLeast === undefined ? '' : met,
  };
}

const format = (number) => (number < 100 ? number.toFixed(1) : String(Math.round(number)));

const columns = ['#', 'what', 'toolpool', 'peer', 'ratio', 'goal', 'met'];

export function toMarkdown(rows) {
  const cells = rows.map((row) => [
    row.id,
    row.what,
    row.ours,
    `${row.peer} (${row.peerName})`,
    row.ratio,
    row.goal,
    typeof row.met === 'boolean' ? (row.met ? 'yes' : 'no') : row.met,
  ]);
  const widths = columns.map((name, index) =>
    Math.max(name.length, ...cells.map((line) => line[index].length)),
  );
  const line = (texts) => `| ${texts.map((text, i) => text.padEnd(widths[i])).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(columns), rule, ...cells.map(line)].join('\n');
}
