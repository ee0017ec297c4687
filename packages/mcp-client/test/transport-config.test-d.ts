import type { ExpandedServer, ServerConfig } from '@toolpool/config';
import type { TransportConfig } from '@toolpool/transports';
import { describe, expectTypeOf, it } from 'vitest';

describe('ServerConfig', () => {
  it('fits what createTransport takes, for every type of server', () => {
    expectTypeOf<ServerConfig>().toExtend<TransportConfig>();
    expectTypeOf<ExpandedServer['config']>().toExtend<TransportConfig>();
    expectTypeOf<TransportConfig['type']>().toEqualTypeOf<ServerConfig['type']>();
  });
});
