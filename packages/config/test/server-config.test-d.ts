import { expectTypeOf, it } from 'vitest';
import type * as z from 'zod/mini';
import type {
  HttpServerConfig,
  ServerConfig,
  ServerConfigSchema,
  StdioServerConfig,
} from '../src/index.ts';

it('narrows a config by its type, to the fields that its schema names', () => {
  const config = {} as ServerConfig;
  if (config.type === 'stdio') expectTypeOf(config).toEqualTypeOf<StdioServerConfig>();
  expectTypeOf<StdioServerConfig['args']>().toEqualTypeOf<string[]>();
  expectTypeOf<HttpServerConfig>().not.toHaveProperty('command');
  expectTypeOf<z.output<typeof ServerConfigSchema>>().toExtend<ServerConfig>();
});
