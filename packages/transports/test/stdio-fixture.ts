import { type FixtureScript, fixtureCommand } from '@toolpool/testing';
import {
  StdioTransport,
  type StdioTransportConfig,
  type TransportDependencies,
} from '../src/index.ts';
import { attach, type Fixture } from './fixture-client.ts';

/** Starts the scripted server. */
export function startFixture(
  script: FixtureScript,
  dependencies: TransportDependencies = {},
  config: Partial<StdioTransportConfig> = {},
): Promise<Fixture> {
  return startStdio({ type: 'stdio', ...fixtureCommand(script), ...config }, dependencies);
}

/** Starts a program given as JavaScript text. */
export function startScript(
  source: string,
  dependencies: TransportDependencies = {},
): Promise<Fixture> {
  return startStdio(
    { type: 'stdio', command: process.execPath, args: ['-e', source] },
    dependencies,
  );
}

export async function startStdio(
  config: StdioTransportConfig,
  dependencies: TransportDependencies = {},
): Promise<Fixture> {
  const fixture = attach(new StdioTransport(config, dependencies));
  await fixture.transport.start();
  return fixture;
}
