import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findSecretCanaries, secretCanaries } from '@toolpool/testing';
import { expect, it } from 'vitest';
import { createProject } from './cli-project.ts';
import { verbs } from './hostile-trap.ts';
import { runBin } from './run-bin.ts';

/** A server that tells everybody what it was told, wherever an answer has room for it. */
async function startTelltale() {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const told = JSON.stringify([request.url, request.rawHeaders, body]);
    const { id, method } = body === '' ? {} : JSON.parse(body);
    response.setHeader('mcp-session-id', secretCanaries.session);
    if (id === undefined)
      return void response.writeHead(request.method === 'GET' ? 405 : 202).end();
    if (method === 'prompts/list') return void response.writeHead(500).end(told);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answerTo(method, told, request) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo(method: string, told: string, { url }: IncomingMessage): object {
  if (method === 'initialize') {
    const capabilities = { tools: {}, prompts: {}, resources: {} };
    const serverInfo = { name: 'telltale', version: '1' };
    return { result: { protocolVersion: '2025-11-25', capabilities, serverInfo } };
  }
  const isGood = method === 'tools/list' && url?.includes('bad=') === false;
  if (isGood) return { result: { tools: [{ name: 'tool', inputSchema: { type: 'object' } }] } };
  return { error: { code: -32_000, message: `told ${told}`, data: { told } } };
}

/** The files of a folder, but for those that hold the secrets from the start. */
function filesOf(folder: string, but: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !but.includes(path));
}

const isSoak = process.env.TOOLPOOL_SOAK === '1';

it('prints and leaves no secret, whatever is typed and whoever quotes it', async () => {
  await using telltale = await startTelltale();
  const c = secretCanaries;
  const { port } = new URL(telltale.url);
  const last = `echo "$API_TOKEN $0 $1 $2" >&2; exit 3`;
  const helper = `printf '{"X-Helper": "${c.accessToken}"}'`;
  const headers = { Authorization: `Bearer ${c.bearer}`, 'X-Api-Key': c.header };
  const entries = {
    evil: {
      type: 'http',
      url: telltale.url,
      headers,
      oauth: { clientId: 'x', clientSecret: c.clientSecret },
    },
    bad: {
      type: 'http',
      url: `${telltale.url}?bad=1&api_key=${c.urlQuery}`,
      headersHelper: helper,
    },
    user: { type: 'http', url: `http://me:${c.urlUserInfo}@127.0.0.1:${port}/mcp?bad=` },
    sse: { type: 'sse', url: `${telltale.url}?token=${c.urlQuery}`, headers },
    helped: {
      type: 'http',
      url: telltale.url,
      headersHelper: `sh -c 'echo no' --token ${c.argument}`,
    },
    dying: { command: 'sh', args: ['-c', last, '--token', c.argument], env: { API_TOKEN: c.env } },
    referring: { command: 'sh', args: ['-c', last], env: { API_TOKEN: '${HIDDEN}' } },
  };
  await using project = createProject({ '../home/mcp.json': { mcpServers: entries } });
  const folder = join(project.root, '..');
  const options = {
    cwd: project.root,
    env: { TOOLPOOL_HOME: project.home, HOME: folder, TMPDIR: folder, HIDDEN: c.env, DEBUG: '*' },
  };
  const secretFiles = [join(project.home, 'mcp.json')];
  const told: string[] = [];
  let masked = 0;
  const ways = isSoak ? [[], ['--json']] : [['--json']];
  for (const name of Object.keys(entries)) {
    const asked = [
      ['tools', name],
      ['prompts', name],
      ['call', `${name}/tool`],
      ['get', name],
    ];
    const lines = asked.flatMap((words) => ways.map((more) => [...words, ...more]));
    told.push(...(await Promise.all(lines.map(outputOf))));
  }
  for (const words of verbs.filter(([verb]) => verb !== 'call')) {
    for (const more of isSoak ? ways : [[]]) told.push(await outputOf([...words, ...more]));
  }
  async function outputOf(words: readonly string[]): Promise<string> {
    const { stdout, stderr } = await runBin(words, options);
    if (`${stdout}${stderr}`.includes('***')) masked += 1;
    // It shows the entry as its file says it.
    const output =
      words[0] === 'get'
        ? stdout.replace(/^\{$.*^\}$|"config":\{.*?\},"capabilities"/ms, '')
        : stdout;
    const found = findSecretCanaries(output + stderr);
    return found.length === 0 ? '' : `${words.join(' ')}: ${found} in\n${stdout}${stderr}`;
  }
  expect(told.filter((text) => text !== '')).toEqual([]);
  // It did quote them, or there would be nothing to hide.
  expect(masked).toBeGreaterThan(10);
  const left = filesOf(folder, secretFiles).filter(
    (path) => findSecretCanaries(readFileSync(path, 'latin1')).length > 0,
  );
  expect(left).toEqual([]);
});
