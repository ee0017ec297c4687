import {
  type ConfiguredServer,
  hashServerConfig,
  parseServerConfig,
  type Scope,
} from '@toolpool/config';
import { createFixtureServer, type FixtureScript, fixtureCommand } from '@toolpool/testing';
import { type ConnectedServer, type ConnectOptions, connectToServer } from '../src/index.ts';

/** What `loadServerConfigs` makes of an entry. */
export function configured(
  name: string,
  entry: object,
  scope: Scope = 'dynamic',
): ConfiguredServer {
  const { config, issues } = parseServerConfig(entry);
  if (!config) throw new TypeError(JSON.stringify(issues));
  const directory = process.cwd();
  return {
    name,
    scope,
    source: { label: 'test' },
    directory,
    workingDirectory: directory,
    config,
    hash: hashServerConfig(config),
  };
}

/** A scripted server that runs as a child process. */
export function stdioServer(
  name: string,
  script: FixtureScript = {},
  fields: object = {},
): ConfiguredServer {
  return configured(name, { type: 'stdio', ...fixtureCommand(script), ...fields });
}

/** An entry whose server object is given to the host under the same name. */
export function sdkServer(name: string, fields: object = {}): ConfiguredServer {
  return configured(name, { type: 'sdk', name, ...fields });
}

/** Connects, and throws the reason when the server is not connected. */
export async function connected(
  server: ConfiguredServer,
  options: ConnectOptions = {},
): Promise<ConnectedServer & AsyncDisposable> {
  const connection = await connectToServer(server.name, server, options);
  if (connection.type === 'failed') throw connection.error;
  if (connection.type !== 'connected') throw new TypeError(connection.reason);
  return { ...connection, [Symbol.asyncDispose]: () => connection.cleanup() };
}

/** The text of a result's first block. */
export function textOf(result: unknown): string {
  const { content } = result as { content: { text: string }[] };
  return content[0]?.text ?? '';
}

/** A connection to the scripted server in this process. */
export function inProcess(script: FixtureScript, name = 'fixture') {
  return connected(sdkServer(name), { inProcessServer: () => createFixtureServer(script) });
}

type Reply = (message: object) => void;

interface CallRequest {
  readonly id: unknown;
  readonly params?: { readonly name: string };
}

/** A scripted server in this process that leaves its calls to the test. */
export function answering(
  fixture: FixtureScript,
  answer: (request: CallRequest, reply: Reply) => object | undefined,
) {
  const script = createFixtureServer(fixture);
  return {
    close: () => script.close(),
    async connect(given: object) {
      const transport = given as {
        onmessage?: (message: CallRequest & { method?: string }) => void;
        send(message: object): Promise<void>;
      };
      await script.connect(given as never);
      const handshake = transport.onmessage;
      transport.onmessage = (message) => {
        if (message.method !== 'tools/call') return handshake?.(message);
        const reply: Reply = (body) =>
          void transport.send({ jsonrpc: '2.0', id: message.id, ...body });
        const body = answer(message, reply);
        if (body) reply(body);
      };
    },
  };
}
