/** One option: it takes at most one value, and may come again where `repeat` says so. */
export interface OptionDeclaration {
  /** As `-s, --scope <scope>`. */
  readonly flags: string;
  readonly description: string;
  /** Collects the values of every appearance. */
  readonly repeat?: true;
  readonly parse?: (text: string) => unknown;
  /** Kept out of the help. */
  readonly hidden?: true;
}
