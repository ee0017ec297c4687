import { dirname } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';
import type { Connector, ConnectorDirectory } from '../contract.ts';
import { isPlainUrl } from '../diagnose/is-plain-url.ts';
import { expandServerConfig } from '../expand/expand-server-config.ts';
import { hashServerConfig } from '../launch/hash-server-config.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import { nodeValue } from '../read/node-value.ts';
import { parseJson } from '../read/parse-json.ts';
import { readConfigFile } from '../read/read-config-file.ts';
import { parseServerConfig } from '../schema/parse-server-config.ts';
import type { ServerConfig } from '../schema/server-config.ts';

const MAX_BYTES = 1024 * 1024;

export interface ConnectorEndpointOptions {
  readonly paths: ToolpoolPaths;
  /** Values of the references in the URL and the headers. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The directory of connectors that the user's own `connectors.json` names: `{"endpoint": {"url",
 * "headers"}}`, whose answer is a list, or an object with `connectors`. `undefined` when it names none;
 * a file that cannot be read is reported where its connectors are. Nothing is asked before `list`.
 */
export async function connectorEndpoint({
  paths,
  env,
}: ConnectorEndpointOptions): Promise<ConnectorDirectory | undefined> {
  const file = paths.connectors;
  const document = await readConfigFile(file).catch(() => undefined);
  const content = document && nodeValue(document.root);
  if (!isRecord(content) || content.endpoint === undefined) return undefined;
  const { endpoint } = content;
  return {
    label: `the endpoint in ${file}`,
    list: async (signal) => ask(await expand(endpoint, file, env), signal),
  };
}

type Endpoint = Extract<ServerConfig, { type: 'http' }>;

async function expand(entry: unknown, file: string, env: NodeJS.ProcessEnv): Promise<Endpoint> {
  const { config } = parseServerConfig({ ...Object(entry), type: 'http' });
  if (config?.type !== 'http') throw refused('is no object with a URL');
  const place = { directory: dirname(file), workingDirectory: dirname(file) };
  const common = { name: 'connectors', scope: 'user', source: { label: file, file } } as const;
  const server = { ...common, ...place, config, hash: hashServerConfig(config) };
  const expanded = (await expandServerConfig(server, { env })).config;
  if (expanded.type !== 'http') throw refused('is no object with a URL');
  // The answer decides which servers there are, and the question carries a credential.
  if (isPlainUrl(expanded.url)) throw refused('has no https:// URL');
  return expanded;
}

async function ask(
  { url, headers = {} }: Endpoint,
  signal: AbortSignal,
): Promise<readonly Connector[]> {
  // A redirect would take the credential elsewhere.
  const response = await fetch(url, { headers, signal, redirect: 'error' });
  if (!response.ok || response.body === null) throw refused(`answers with ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > MAX_BYTES) throw refused(`answers with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const answer = parseJson(Buffer.concat(chunks).toString());
  // Whoever reads the scope checks each item.
  return (isRecord(answer) ? answer.connectors : answer) as readonly Connector[];
}

function refused(what: string): ToolpoolError {
  return new ToolpoolError(`The endpoint of the connectors ${what}.`, {
    code: 'TOOLPOOL_CONFIG_INVALID',
    hint: 'Correct "endpoint" in connectors.json.',
  });
}
