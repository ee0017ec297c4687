import { createFixtureServer } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createTransport, type InProcessServer, type TransportConfig } from '../src/index.ts';
import { attach } from './fixture-client.ts';

describe('createTransport', () => {
  it('refuses a type that it does not know', () => {
    const type = 'carrier-pigeon';
    const config = { type } as unknown as TransportConfig;
    expect(() => createTransport(config, { serverName: 'any' })).toThrow(
      expect.objectContaining({
        code: 'TOOLPOOL_SERVER_UNSUPPORTED_TYPE',
        message: `Unsupported server type: ${type}`,
        server: 'any',
      }),
    );
  });
});

describe('a server object of this process', () => {
  const config = { type: 'sdk', name: 'clock' } as const;

  it('is reached by name, again after a close', async () => {
    const server = createFixtureServer({ replies: { echo: { echoArgs: true } } });
    for (let round = 0; round < 2; round += 1) {
      const names: string[] = [];
      await using client = attach(
        createTransport(config, {
          inProcessServer: async (name) => {
            names.push(name);
            return server as InProcessServer;
          },
        }),
      );
      await client.transport.start();
      expect(JSON.parse(await client.callText('echo', { round }))).toEqual({ round });
      expect(names).toEqual(['clock']);
      await client.transport.close();
      expect(client.closes()).toBe(1);
      expect(client.transport.closeReason).toBeUndefined();
    }
  });

  it('that nobody has is an error', async () => {
    const transport = createTransport(config, { serverName: 'clock' });
    await expect(transport.start()).rejects.toMatchObject({ code: 'TOOLPOOL_SERVER_UNKNOWN' });
  });

  it('that closes ends the conversation with a reason', async () => {
    const server = createFixtureServer({});
    const client = attach(
      createTransport(config, { inProcessServer: () => server as InProcessServer }),
    );
    await client.transport.start();
    await server.close();
    expect(client.closes()).toBe(1);
    expect(client.transport.closeReason?.code).toBe('TOOLPOOL_TRANSPORT_CLOSED');
  });

  it('is not connected once the transport is closed', async () => {
    const server = createFixtureServer({});
    const transport = createTransport(config, {
      inProcessServer: async () => server as InProcessServer,
    });
    const started = expect(transport.start()).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
    await transport.close();
    await started;
  });
});
