import type { Telemetry } from './telemetry.ts';

/** Who is on the other end, for errors. */
export interface ChannelParty {
  readonly server: string;
  /** Values that no error may hold. */
  readonly secrets: Iterable<string>;
  readonly telemetry?: Telemetry | undefined;
  /** The revision of the protocol to offer. @default the newest */
  readonly revision?: string | undefined;
}
