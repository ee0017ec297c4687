/** Who is on the other end, for errors. */
export interface ChannelParty {
  readonly server: string;
  /** Values that no error may hold. */
  readonly secrets: Iterable<string>;
  /** The revision of the protocol to offer. @default the newest */
  readonly revision?: string | undefined;
}
