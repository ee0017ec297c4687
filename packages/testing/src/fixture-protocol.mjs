import { answerDirective } from './fixture-replies.mjs';

/**
 * One conversation of a scripted server, whatever carries it.
 *
 * @param {import('./fixture-script.ts').FixtureScript} script
 * @param {import('./fixture-session.ts').FixturePort} port
 */
export function createFixtureSession(script, port) {
  const session = {
    script,
    port,
    tools: script.tools ?? [],
    cancelled: [],
    received: [],
    waiting: new Map(),
    listed: 0,
  };
  return {
    /** Handles one message; settles when its answer, if it gets one, has been handed over. */
    async receive(message) {
      session.received.push(message);
      if (message.method === undefined) return settle(session, message);
      if (message.id === undefined) return notice(session, message);
      const answer = await answerTo(session, message);
      if (answer) await port.send({ jsonrpc: '2.0', id: message.id, ...answer }, message);
    },
  };
}

function settle({ waiting }, message) {
  waiting.get(message.id)?.(message);
  waiting.delete(message.id);
}

function notice({ cancelled }, { method, params }) {
  if (method === 'notifications/cancelled') cancelled.push(params?.requestId);
}

/** `{result}`, `{error}`, or nothing for a server that never answers. */
async function answerTo(session, request) {
  const scripted = session.script.methods?.[request.method];
  if (scripted) return answerDirective(session, request, scripted);
  const method = METHODS[request.method];
  if (!method) return failure(-32601, `Method not found: ${request.method}`);
  return method(session, request);
}

const METHODS = {
  initialize,
  ping: () => ({ result: {} }),
  'tools/list': (session, request) => {
    if (session.script.stderrBytes) session.port.log('e'.repeat(session.script.stderrBytes));
    return page(session, request, { tools: session.tools });
  },
  'tools/call': callTool,
  'resources/list': (session, request) =>
    page(session, request, { resources: session.script.resources ?? [] }),
  'resources/templates/list': (session, request) =>
    page(session, request, { resourceTemplates: session.script.resourceTemplates ?? [] }),
  'resources/read': ({ script }, { params }) => {
    const resource = script.resources?.find(({ uri }) => uri === params?.uri);
    if (!resource) return failure(-32002, `Resource not found: ${params?.uri}`);
    return { result: { contents: [{ uri: resource.uri, text: `content of ${resource.uri}` }] } };
  },
  'prompts/list': (session, request) =>
    page(session, request, { prompts: session.script.prompts ?? [] }),
  'prompts/get': ({ script }, { params }) => {
    const prompt = script.prompts?.find(({ name }) => name === params?.name);
    if (!prompt) return failure(-32602, `Unknown prompt: ${params?.name}`);
    const text = `${prompt.name} ${JSON.stringify(params.arguments ?? {})}`;
    return { result: { messages: [{ role: 'user', content: { type: 'text', text } }] } };
  },
};

function initialize({ script }, { params }) {
  if (script.hangInitialize) return undefined;
  return {
    result: {
      protocolVersion: script.protocolVersion ?? params?.protocolVersion,
      capabilities: script.capabilities ?? capabilitiesOf(script),
      serverInfo: script.serverInfo ?? { name: 'fixture', version: '1.0.0' },
      ...(script.instructions !== undefined && { instructions: script.instructions }),
    },
  };
}

function capabilitiesOf(script) {
  return {
    tools: { listChanged: true },
    ...((script.resources || script.resourceTemplates) && { resources: {} }),
    ...(script.prompts && { prompts: {} }),
  };
}

/**
 * The part of a list that a cursor asks for. `cursors` replaces the cursors that are handed out, so
 * that a script can repeat one; `'endless'` hands out a new one every time.
 */
function page(session, { params }, list) {
  const [[key, items]] = Object.entries(list);
  const { pages = items.length || 1, cursors } = session.script;
  const cursor = params?.cursor;
  const isScripted = Array.isArray(cursors);
  const index = isScripted ? cursors.indexOf(cursor) + 1 : Number(cursor?.slice(5) ?? 0);
  const end = (index + 1) * pages;
  const isLast = cursors === 'endless' ? false : end >= items.length;
  const nextCursor = isScripted ? cursors[index] : isLast ? undefined : `page-${index + 1}`;
  const part = items.slice(index * pages, end);
  return { result: { [key]: part, ...(nextCursor !== undefined && { nextCursor }) } };
}

/** Tools that every fixture has, listed or not: what it was told. */
const BUILT_IN = {
  cancelled: ({ cancelled }) => cancelled,
  received: ({ received }) => received,
};

function callTool(session, request) {
  const name = request.params?.name;
  const reply = session.script.replies?.[name];
  if (reply !== undefined) return answerDirective(session, request, reply);
  const builtIn = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  if (builtIn) return { result: textResult(JSON.stringify(builtIn(session))) };
  const isKnown = session.tools.some((tool) => tool?.name === name);
  return isKnown ? { result: textResult('ok') } : failure(-32602, `Unknown tool: ${name}`);
}

function textResult(text) {
  return { content: [{ type: 'text', text }] };
}

function failure(code, message) {
  return { error: { code, message } };
}
