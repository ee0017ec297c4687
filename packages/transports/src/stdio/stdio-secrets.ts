import type { StdioTransportConfig } from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';

const SECRET_NAME = /key|token|secret|passw|credential|auth|cookie|session|dsn|_url$/i;

/** What no message about a stdio server may show: given secrets, and variables named like one. */
export function collectStdioSecrets(
  config: StdioTransportConfig,
  { secrets = [], environment = process.env }: TransportDependencies,
): readonly string[] {
  const passed = (config.envPassthrough ?? []).map((name) => [name, environment[name]] as const);
  const values = [...Object.entries(config.env ?? {}), ...passed]
    .filter(([name]) => SECRET_NAME.test(name))
    .map(([, value]) => value);
  return [...secrets, ...values.filter((value) => value !== undefined)];
}
