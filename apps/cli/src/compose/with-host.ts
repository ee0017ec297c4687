import { join } from 'node:path';
import { type AuthCache, createAuthCache, createTokenStore } from '@toolpool/auth';
import type { ConfiguredServer } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import {
  createHost,
  type Host,
  type HostOptions,
  type InProcessServerSource,
} from '@toolpool/mcp-client';
import { createFileResultStore, type ResultStore } from '@toolpool/results';
import { parsePermissionRules } from '@toolpool/tool-core';
import manifest from '../../package.json' with { type: 'json' };
import type { CommandContext } from '../command-context.ts';
import { createAskInput } from '../output/ask-input.ts';
import { createConnectingLine } from '../output/connecting-line.ts';
import { createDebugLines } from '../output/debug-lines.ts';
import { ProjectPins } from '../pins/project-pins.ts';
import { abortable } from './abortable.ts';
import type { Configuration } from './load-configuration.ts';

/** A host whose servers have settled, and where it saves results. */
export interface OpenHost {
  readonly host: Host;
  readonly store: ResultStore;
  /** What the servers listed, against what they listed before. */
  readonly pins: ProjectPins;
}

export interface WithHostOptions {
  /** @default all that may run */
  readonly servers?: readonly ConfiguredServer[];
  /** @default 'all' */
  readonly connect?: 'all' | 'lazy';
  /** What the servers are asked for. @default tools, resources and prompts */
  readonly lists?: NonNullable<HostOptions['lists']>;
  /** Milliseconds until a connection must stand: `--timeout`. */
  readonly connectTimeoutMs?: number | undefined;
  /** Dials those too that wanted a login a short while ago. @default false */
  readonly forgetLogins?: boolean;
  /** @default the user's */
  readonly resultsDirectory?: string;
  /** Compares tools with their pins, and pins what is new. @default true */
  readonly pinTools?: boolean;
  /** Follows the servers as they settle, instead of the line that names those awaited. */
  readonly onOpen?: (open: OpenHost) => void;
}

/**
 * Creates a host, waits until its servers have settled, does the work, and closes everything again,
 * also when the user interrupts.
 */
export async function withHost<Result>(
  context: CommandContext,
  configuration: Configuration,
  work: (open: OpenHost) => Promise<Result>,
  options: WithHostOptions = {},
): Promise<Result> {
  const { signal } = context.io;
  signal.throwIfAborted();
  const directory = options.resultsDirectory ?? configuration.paths.resultsDirectory;
  const store = createFileResultStore({ directory });
  const pins = new ProjectPins(configuration);
  const host = createHost(hostOptions(context, configuration, { ...options, store, pins }));
  try {
    options.onOpen?.({ host, store, pins });
    await abortable(options.onOpen ? host.ready() : settle(context, host), signal);
    return await abortable(work({ host, store, pins }), signal);
  } catch (error) {
    throw options.connectTimeoutMs === undefined ? error : namingTimeout(error);
  } finally {
    await host.close();
  }
}

/** The error with a hint at `--timeout`, when that is what ended the connecting. */
function namingTimeout(error: unknown): unknown {
  if (!ToolpoolError.isInstance(error) || error.code !== 'TOOLPOOL_CONNECT_TIMEOUT') return error;
  const { message, code, server } = error;
  const hint = 'Give it more time with --timeout, or see what it waits for: start it by hand.';
  return new ToolpoolError(message, { code, server, hint, cause: error });
}

/** Waits for all servers, and tells on a terminal for which. */
async function settle(context: CommandContext, host: Host): Promise<void> {
  const line = createConnectingLine(context);
  const show = () => {
    const waiting = host.connections().filter(({ type }) => type === 'pending');
    line.show(waiting.map(({ name }) => name));
  };
  const events = ['connecting', 'connected', 'failed', 'needs-auth', 'disabled'] as const;
  const stops = events.map((event) => host.on(event, show));
  show();
  try {
    await host.ready();
  } finally {
    for (const stop of stops) stop();
    line.clear();
  }
}

function hostOptions(
  context: CommandContext,
  { loaded, paths, plugins }: Configuration,
  options: WithHostOptions & Pick<OpenHost, 'store' | 'pins'>,
): HostOptions {
  const { io, global } = context;
  const { servers, connect, lists, connectTimeoutMs, forgetLogins } = options;
  const { store, pins, pinTools = true } = options;
  const authCache = createAuthCache({ file: join(paths.authDirectory, 'needs-auth.json') });
  const askInput = createAskInput(io);
  const { deny, ask } = loaded.projectPermissions;
  const inProcessServers = plugins.plugins.map((plugin) => plugin.inProcessServers);
  return {
    servers: servers ?? loaded.servers,
    setAside: loaded.setAside,
    mayConnect: loaded.mayConnect,
    // The kit types servers by their structure, so that plugins need not share one MCP SDK.
    inProcessServers: Object.assign({}, ...inProcessServers) as Record<
      string,
      InProcessServerSource
    >,
    // A call that a person typed, or a script that one wrote, is the answer to the question.
    onPermissionRequest: () => true,
    permissions: { rules: parsePermissionRules({ deny, ask }), mode: 'default' },
    ...(askInput ? { askInput } : {}),
    ...(pinTools ? { definitionPins: pins } : {}),
    resultStore: store,
    authCache: forgetLogins ? forgetting(authCache) : authCache,
    logins: createTokenStore({ directory: join(paths.authDirectory, 'logins') }),
    // A command is over before a lost server would be back: what is said is how it was lost.
    reconnect: false,
    env: io.env,
    clientInfo: { name: 'toolpool', version: manifest.version },
    ...(global.verbose ? { telemetry: { debugLog: createDebugLines(context) } } : {}),
    ...(connect ? { connect } : {}),
    ...(lists ? { lists } : {}),
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
  };
}

/** Knows of no server that wants a login until it is told so again. */
function forgetting(cache: AuthCache): AuthCache {
  return {
    ...cache,
    needsAuth: async (serverKey) => {
      await cache.forget(serverKey);
      return false;
    },
  };
}
