// An MCP server whose tool `burst` pours out notifications as fast as it is read, and which goes on
// answering calls meanwhile; its tool `state` says whether it is still at it: node burst-server.mjs
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE = 500;
const tools = ['burst', 'state'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const lines = [
  { method: 'notifications/message', params: { level: 'info', logger: 'burst', data: 'working' } },
  { method: 'notifications/tools/list_changed' },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let state = 'idle';

/** Waits where the pipe is full, as a server does that awaits what it sends. */
async function pour(notifications) {
  for (let left = notifications; left > 0; left -= SLICE) {
    const slice = Array.from({ length: Math.min(SLICE, left) }, (_, i) => lines[i % lines.length]);
    if (!process.stdout.write(slice.join(''))) await once(process.stdout, 'drain');
    await nextTurn();
  }
  state = 'done';
}

function resultOf({ method, params }) {
  if (method === 'initialize') {
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: { listChanged: true }, logging: {} },
      serverInfo: { name: 'burst', version: '1.0.0' },
    };
  }
  if (method === 'tools/list') return { tools };
  if (params?.name === 'burst') {
    state = 'pouring';
    setImmediate(pour, params.arguments.notifications);
  }
  return { content: [{ type: 'text', text: state }] };
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const received = (rest + chunk).split('\n');
  rest = received.pop() ?? '';
  for (const line of received) {
    const message = JSON.parse(line);
    if (message.id === undefined) continue;
    const answer = { jsonrpc: '2.0', id: message.id, result: resultOf(message) };
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
});
