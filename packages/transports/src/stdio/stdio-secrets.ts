import { findLaunchSecrets, isSecretName } from '@toolpool/foundation/text';
import type { StdioTransportConfig } from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';

/** What no message about a stdio server may show: given secrets, and those that its launch says. */
export function collectStdioSecrets(
  config: StdioTransportConfig,
  { secrets = [], environment = process.env }: TransportDependencies,
): readonly string[] {
  const passed = (config.envPassthrough ?? [])
    .filter(isSecretName)
    .map((name) => environment[name])
    .filter((value) => value !== undefined);
  return [...secrets, ...passed, ...findLaunchSecrets(config)];
}
