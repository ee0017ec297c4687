import type { ServerConfig } from '../schema/server-config.ts';

export interface LaunchField {
  /** Path inside the entry, such as `command`, `args[0]` or `env.TOKEN`. */
  readonly field: string;
  /** As written, unexpanded; for a person's eyes it goes through `quoteForApproval` first. */
  readonly value: string;
}

/** Lists every field that approval binds, in a fixed order: exactly what would be started or dialled. */
export function describeLaunch(config: ServerConfig): readonly LaunchField[] {
  throw new Error(`not built ${config}`);
}
