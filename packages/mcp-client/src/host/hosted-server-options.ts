import type { StoredCatalogue } from '../catalogue/stored-catalogue.ts';
import type { ConnectionCache, ConnectOptions } from '../connection/connection-cache.ts';
import type { DefinitionPins } from './definition-pins.ts';
import type { Emit } from './host-events.ts';
import type { ReconnectOptions } from './lifecycle/reconnect-policy.ts';
import type { ListName } from './server-lists.ts';

export interface HostedServerOptions {
  readonly cache: ConnectionCache;
  readonly connect: ConnectOptions & { readonly env: NodeJS.ProcessEnv };
  readonly lists: ReadonlySet<ListName>;
  /** @default as {@link ReconnectOptions} says; `false`: never */
  readonly reconnect?: ReconnectOptions | false | undefined;
  readonly pins?: DefinitionPins | undefined;
  /** @default nothing is stored, or offered before it is connected */
  readonly catalogue?: StoredCatalogue | undefined;
  readonly emit: Emit;
}
