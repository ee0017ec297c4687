import { ToolpoolError } from '@toolpool/foundation/errors';
import { FallbackTransport } from './http/fallback-transport.ts';
import { HttpTransport } from './http/http-transport.ts';
import { SseTransport } from './http/sse-transport.ts';
import { InProcessTransport } from './in-process-transport.ts';
import { StdioTransport } from './stdio/stdio-transport.ts';
import type { ToolpoolTransport } from './toolpool-transport.ts';
import type { TransportConfig } from './transport-config.ts';
import type { TransportDependencies } from './transport-dependencies.ts';

/**
 * Creates the transport of a config's `type`; `start` opens it.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNSUPPORTED_TYPE`, `TOOLPOOL_TRANSPORT_HEADER_INVALID`,
 *   `TOOLPOOL_TRANSPORT_UNREACHABLE` for a URL that is none
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
    case 'sdk':
      return new InProcessTransport(config, dependencies);
    default:
      throw new ToolpoolError(`Unsupported server type: ${config.type}`, {
        code: 'TOOLPOOL_SERVER_UNSUPPORTED_TYPE',
        hint: 'Supported are stdio, http, sse and sdk.',
        server: dependencies.serverName,
      });
  }
}
