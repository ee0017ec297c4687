import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { createFixtureSession } from './fixture-protocol.mjs';

const script = JSON.parse(readScript(process.argv.slice(2).join('') || '{}'));

let writes = Promise.resolve();
await start();

async function start() {
  for (const signal of script.ignoreSignals ?? []) process.on(signal, () => {});
  for (const line of script.stderr ?? []) log(`${line}\n`);
  if (script.touch) writeFileSync(script.touch, `${process.pid}\n`);
  if (script.exitAtStart !== undefined) process.exit(script.exitAtStart);
  const grandchild = script.grandchild && (await startGrandchild(script.grandchild));
  if (script.pidFile) writeFileSync(script.pidFile, [process.pid, grandchild ?? ''].join('\n'));
  if (script.bom) process.stdout.write('\ufeff');
  for (const line of script.stdout ?? []) process.stdout.write(`${line}\n`);
  serve();
}

function readScript(argument) {
  if (argument.startsWith('@')) return readFileSync(argument.slice(1), 'utf8');
  if (!argument.startsWith('gzip:')) return argument;
  return gunzipSync(Buffer.from(argument.slice(5), 'base64')).toString();
}

function serve() {
  const session = createFixtureSession(script, { send, log, exit: process.exit });
  let parts = [];
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    parts.push(chunk);
    if (!chunk.includes('\n')) return;
    const lines = parts.join('').split('\n');
    parts = [lines.pop()];
    for (const line of lines) if (line.trim()) void session.receive(JSON.parse(line));
  });
  process.stdin.on('end', () => {
    if (script.ignoreEof) setInterval(() => {}, 1_000_000);
    else process.exit(0);
  });
}

function send(message) {
  const junk = (script.stdoutBetween ?? []).map((line) => `${line}\n`).join('');
  const bytes = Buffer.from(`${junk}${JSON.stringify(message)}\n`);
  writes = writes.then(() => (script.byteAtATime ? trickle(bytes) : write(bytes)));
  return writes;
}

async function trickle(bytes) {
  for (let index = 0; index < bytes.length; index += 1) {
    await write(bytes.subarray(index, index + 1));
    await nextTurn();
  }
}

function write(bytes) {
  return new Promise((resolve) => process.stdout.write(bytes, resolve));
}

/** Blocks until the other side has read it, as a server's own logging does. */
function log(text) {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(2, bytes, written);
}

/** A child that outlives its parent unless somebody ends it; resolves once its signals are set. */
function startGrandchild({ ignoreTerm, inheritPipes }) {
  const trap = ignoreTerm ? "trap '' TERM INT HUP; " : '';
  const pipe = inheritPipes ? 'inherit' : 'ignore';
  const child = spawn('sh', ['-c', `${trap}echo ready >&3; exec sleep 600 3>&-`], {
    stdio: [pipe, pipe, pipe, 'pipe'],
  });
  child.unref();
  return new Promise((resolve) => {
    child.stdio[3].once('data', () => {
      child.stdio[3].destroy();
      resolve(child.pid);
    });
  });
}
