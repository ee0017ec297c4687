// An MCP server over stdio with a list of 10,000 tools in one page, made once:
// node long-list-server.mjs <"with" or "without" output schemas>
const COUNT = 10_000;
const withOutput = process.argv[2] === 'with';

/** 0.65 kB as JSON, with and without an output schema. */
function toolOf(number) {
  const properties = {
    path: { type: 'string', description: 'Where to look, relative to the folder of the project' },
    depth: { type: 'integer', minimum: 0, maximum: 32, description: 'How many folders deep' },
    mode: { type: 'string', enum: ['fast', 'thorough', `mode-${number}`] },
  };
  const sentence = `Looks for what tool ${number} finds and gives a list of it. `;
  return {
    name: `tool_${number}`,
    title: `Tool number ${number}`,
    description: sentence.repeat(withOutput ? 1 : 4),
    inputSchema: { type: 'object', properties, required: ['path'] },
    ...(withOutput && { outputSchema: outputSchemaOf(number) }),
    annotations: { readOnlyHint: true },
  };
}

function outputSchemaOf(number) {
  const properties = {
    found: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 100 },
    kind: { type: 'string', enum: ['file', 'folder', `kind-${number}`] },
  };
  return { type: 'object', properties, required: ['found'] };
}

const list = JSON.stringify({ tools: Array.from({ length: COUNT }, (_, index) => toolOf(index)) });
const introduction = JSON.stringify({
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'long-list', version: '1.0.0' },
});

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (id === undefined) continue;
    const result = method === 'tools/list' ? list : introduction;
    process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`);
  }
});
