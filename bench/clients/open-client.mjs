import { fileURLToPath } from 'node:url';
import { createEchoServer } from '../servers/create-echo-server.mjs';

// Loaded one by one, so that the memory of a side is its own.
const clients = {
  toolpool: () => import('./toolpool.mjs'),
  'SDK v1': () => import('./sdk-v1.mjs'),
  'bare pipe': () => import('./bare-pipe.mjs'),
};

const echoServer = fileURLToPath(new URL('../servers/echo-server.mjs', import.meta.url));

export async function openStdioClient(side) {
  const { openStdio } = await clients[side]();
  return openStdio({ command: process.execPath, args: [echoServer] });
}

export async function openInProcessClient(side) {
  const { openInProcess } = await clients[side]();
  return openInProcess(createEchoServer);
}
