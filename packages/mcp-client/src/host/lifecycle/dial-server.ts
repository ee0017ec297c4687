import type { ConfiguredServer } from '@toolpool/config';
import type { SettledConnection } from '../../connection/connection.ts';
import type { ConnectionCache, ConnectOptions } from '../../connection/connection-cache.ts';
import type { Emit } from '../host-events.ts';
import type { Recovery } from './recovery.ts';
import type { ServerRecord } from './server-record.ts';

export interface DialServerOptions {
  readonly cache: ConnectionCache;
  readonly connect: ConnectOptions;
  readonly record: ServerRecord;
  readonly recovery: Recovery | undefined;
  readonly emit: Emit;
  /** Whether another attempt has not overtaken this one. */
  readonly isCurrent: () => boolean;
}

/** Makes one attempt to connect a server, and enters its tries into the record as they begin. */
export function dialServer(
  server: ConfiguredServer,
  { cache, connect, record, recovery, emit, isCurrent }: DialServerOptions,
): Promise<SettledConnection> {
  return cache.connect(server, {
    ...connect,
    // A server that was there is tried at the pace of its plan.
    ...(record.offering && { tries: 1 }),
    onAttempt: (pending) => {
      if (!isCurrent()) return;
      const { attempt, maxAttempts } = recovery?.plan ?? pending;
      record.move('attempt', record.pending('connecting', { attempt, maxAttempts }));
      emit('connecting', { server: server.name, attempt, maxAttempts });
    },
  });
}
