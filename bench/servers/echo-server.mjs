// A plain MCP server over stdio, written to cost as little as a Node server can: the difference
// between two clients is what the benchmarks want to see.
const tools = [
  { name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } },
  { name: 'blob', inputSchema: { type: 'object', properties: { bytes: { type: 'integer' } } } },
];

const LINE = 'The quick brown fox jumps over the lazy dog, and over 1234567890 more of them. ';
const blobs = new Map();

/** ASCII text of so many bytes, made once. */
function blobOf(bytes) {
  if (!blobs.has(bytes)) blobs.set(bytes, Buffer.alloc(bytes, LINE));
  return blobs.get(bytes);
}

const textResult = (text) => ({ content: [{ type: 'text', text }] });

function resultOf({ method, params }) {
  if (method === 'initialize') {
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'echo', version: '1.0.0' },
    };
  }
  if (method === 'tools/list') return { tools };
  if (method === 'tools/call') return textResult(params.arguments.text);
  return {};
}

function answer(message) {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":`;
  if (message.params?.name !== 'blob') {
    process.stdout.write(`${head}${JSON.stringify(resultOf(message))}}\n`);
    return;
  }
  process.stdout.write(`${head}{"content":[{"type":"text","text":"`);
  process.stdout.write(blobOf(message.params.arguments.bytes));
  process.stdout.write('"}]}}\n');
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  process.stdout.cork();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.id !== undefined) answer(message);
  }
  process.stdout.uncork();
});
