import { ToolpoolError } from '@toolpool/foundation/errors';
import { createAccountTransport } from './account/create-account-transport.ts';
import { FallbackTransport } from './http/fallback-transport.ts';
import { HttpTransport } from './http/http-transport.ts';
import { SseTransport } from './http/sse-transport.ts';
import { InProcessTransport } from './in-process-transport.ts';
import { StdioTransport } from './stdio/stdio-transport.ts';
import type { ToolpoolTransport } from './toolpool-transport.ts';
import type { IdeTransportConfig, TransportConfig } from './transport-config.ts';
import type { TransportDependencies } from './transport-dependencies.ts';
import { WebSocketTransport } from './websocket/web-socket-transport.ts';

/**
 * Creates the transport of a config's `type`; `start` opens it.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNSUPPORTED_TYPE`, `TOOLPOOL_TRANSPORT_HEADER_INVALID`,
 *   `TOOLPOOL_TRANSPORT_UNREACHABLE` for a URL that is none, `TOOLPOOL_SERVER_NEEDS_AUTH` for an account
 *   without a token source
 */
export function createTransport(
  config: TransportConfig,
  dependencies: TransportDependencies = {},
): ToolpoolTransport {
  switch (config.type) {
    case 'stdio':
      return new StdioTransport(config, dependencies);
    case 'http':
      return config.sseFallback
        ? new FallbackTransport(config, dependencies)
        : new HttpTransport(config, dependencies);
    case 'sse':
      return new SseTransport(config, dependencies);
    case 'sse-ide':
      return new SseTransport({ type: 'sse', ...toIdeFields(config) }, dependencies);
    case 'ws':
      return new WebSocketTransport(config, dependencies);
    case 'ws-ide':
      return new WebSocketTransport({ type: 'ws', ...toIdeFields(config) }, dependencies);
    case 'claudeai-proxy':
      return createAccountTransport(config, dependencies);
    case 'sdk':
      return new InProcessTransport(config, dependencies);
    default:
      throw new ToolpoolError(`Unsupported server type: ${typeOf(config)}`, {
        code: 'TOOLPOOL_SERVER_UNSUPPORTED_TYPE',
        hint: 'Supported are stdio, http, sse, ws, sdk, sse-ide, ws-ide and claudeai-proxy.',
        server: dependencies.serverName,
      });
  }
}

/** An IDE expects the token of its lock file in a header of this name. */
function toIdeFields({ url, authToken }: IdeTransportConfig) {
  const headers = authToken ? { 'X-Claude-Code-Ide-Authorization': authToken } : {};
  return { url, headers };
}

function typeOf({ type }: { readonly type: string }): string {
  return type;
}
