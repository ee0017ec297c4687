import { fileURLToPath } from 'node:url';
import { createEchoServer } from '../servers/create-echo-server.mjs';

// Loaded one by one, so that the memory of a side is its own.
const clients = {
  toolpool: () => import('./toolpool.mjs'),
  'SDK v1': () => import('./sdk-v1.mjs'),
  'bare pipe': () => import('./bare-pipe.mjs'),
};

const serverFile = (name) => fileURLToPath(new URL(`../servers/${name}`, import.meta.url));
const echoServer = { command: process.execPath, args: [serverFile('echo-server.mjs')] };
const cheapServer = {
  command: 'sh',
  args: [fileURLToPath(new URL('../../packages/testing/src/cheap-server.sh', import.meta.url))],
};

export async function openStdioClient(side) {
  const { openStdio } = await clients[side]();
  return openStdio(echoServer);
}

/** A client of a server that pours out notifications when told to. */
export async function openBurstClient(side) {
  const { openStdio } = await clients[side]();
  return openStdio({ command: process.execPath, args: [serverFile('burst-server.mjs')] });
}

export async function openInProcessClient(side) {
  const { openInProcess } = await clients[side]();
  return openInProcess(createEchoServer);
}

/** Prepares the start of so many servers that cost next to nothing themselves. */
export async function prepareCheapPool(side, count) {
  const { preparePool } = await clients[side]();
  return preparePool(Array.from({ length: count }, () => cheapServer));
}

/** Connects to a server with a long list of tools, which is listed when asked for. */
export async function prepareLongList(side, outputSchemas) {
  const { prepareList } = await clients[side]();
  const args = [serverFile('long-list-server.mjs'), outputSchemas ? 'with' : 'without'];
  return prepareList({ command: process.execPath, args });
}

/** A host with so many cheap servers and, unless `bad` is undefined, one that is bad in this way. */
export async function prepareCheapHost(count, bad) {
  const { openMany } = await clients.toolpool();
  const [cheapFile] = cheapServer.args;
  const badServer = { command: 'sh', args: [serverFile('bad-server.sh'), cheapFile, bad] };
  return openMany([...Array(count).fill(cheapServer), ...(bad ? [badServer] : [])]);
}
