/** The time that the tools see. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** IANA name of the local zone. */
  readonly timeZone: string;
}
