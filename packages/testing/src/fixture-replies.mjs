import { setTimeout as delay } from 'node:timers/promises';

/** Carries out what a script says about one request; anything it does not know is the result itself. */
export async function answerDirective(session, request, reply) {
  const known = Object.keys(DIRECTIVES).find((key) => isDirective(reply, key));
  return known === undefined ? { result: reply } : DIRECTIVES[known](session, request, reply);
}

function isDirective(reply, key) {
  if (typeof reply !== 'object' || reply === null) return false;
  return Object.hasOwn(reply, key) && !Object.hasOwn(reply, 'content');
}

const DIRECTIVES = {
  hang: () => undefined,
  error: (_session, _request, { error }) => ({ error }),
  text: (_session, _request, { text }) => textAnswer('a'.repeat(text)),
  echoArgs: (_session, { params }) => textAnswer(JSON.stringify(params?.arguments ?? null)),
  env: (_session, _request, { env }) => textAnswer(JSON.stringify(environment(env))),
  cwd: () => textAnswer(process.cwd()),
  exit: ({ port }, _request, { exit, stderr }) => {
    if (stderr !== undefined) port.log(stderr);
    port.exit(exit);
  },
  signal: (_session, _request, { signal }) => {
    process.kill(process.pid, signal);
  },
  progress: sendProgress,
  notify: async ({ port }, request, { notify, result }) => {
    for (const notification of notify)
      await port.send({ jsonrpc: '2.0', ...notification }, request);
    return { result: result ?? ok };
  },
  request: askClient,
  setTools: async (session, request, { setTools }) => {
    session.tools = setTools;
    const method = 'notifications/tools/list_changed';
    await session.port.send({ jsonrpc: '2.0', method }, request);
    return { result: ok };
  },
  delayMs: async (_session, _request, { delayMs, result }) => {
    await delay(delayMs);
    return { result: result ?? ok };
  },
};

const ok = { content: [{ type: 'text', text: 'ok' }] };

function textAnswer(text) {
  return { result: { content: [{ type: 'text', text }] } };
}

function environment(names) {
  if (names === true) return Object.keys(process.env).sort();
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

async function sendProgress({ port }, request, { progress: total, everyMs = 0, result }) {
  const progressToken = request.params?._meta?.progressToken;
  for (let step = 1; step <= total; step += 1) {
    const params = { progressToken, progress: step, total, message: `step ${step}` };
    const message = { jsonrpc: '2.0', method: 'notifications/progress', params };
    if (progressToken !== undefined) await port.send(message, request);
    if (everyMs > 0) await delay(everyMs);
  }
  return { result: result ?? ok };
}

/** Sends a request of the server and answers with what the client said, as text. */
async function askClient({ port, waiting }, request, reply) {
  const id = `fixture-${waiting.size + 1}`;
  const answered = new Promise((resolve) => waiting.set(id, resolve));
  await port.send({ jsonrpc: '2.0', id, ...reply.request }, request);
  const { result, error } = await answered;
  return textAnswer(JSON.stringify({ result, error }));
}
