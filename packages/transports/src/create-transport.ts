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
  throw new Error(`not built: ${config} ${dependencies}`);
}
