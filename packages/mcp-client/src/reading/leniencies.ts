/**
 * How a server can depart from the protocol and be understood all the same:
 *
 * - `envelope`: a message with members that are `null` or that JSON-RPC does not have, or with its id
 *   as text;
 * - `introduction`: something that the answer to `initialize` must have and does not, or has in
 *   another shape;
 * - `null-field`: `null` where a field should be absent;
 * - `field-shape`: a field of a wrong kind, which was ignored or mended;
 * - `malformed-item`, `doubled-item`: an item of a list that was left out;
 * - `cursor`: a cursor that is no text, or was given before;
 * - `content-block`: a block of a result that MCP does not define;
 * - `skipped-line`: a line on standard output that is no message.
 */
export type LeniencyKind =
  | 'envelope'
  | 'introduction'
  | 'null-field'
  | 'field-shape'
  | 'malformed-item'
  | 'doubled-item'
  | 'cursor'
  | 'content-block'
  | 'skipped-line';

/** How often each kind was tolerated of one connection; a kind that did not occur is absent. */
export type Leniencies = Readonly<Partial<Record<LeniencyKind, number>>>;

/** Counts what was tolerated. */
export type Tolerate = (kind: LeniencyKind, times?: number) => void;

/** What was tolerated of one connection. */
export class LeniencyTally {
  readonly #counts: Partial<Record<LeniencyKind, number>> = {};

  readonly tolerate: Tolerate = (kind, times = 1) => {
    if (times > 0) this.#counts[kind] = (this.#counts[kind] ?? 0) + times;
  };

  get counts(): Leniencies {
    return this.#counts;
  }
}

/** Counts a field that has not the kind it should have: `null` is tolerated as absent. */
export function tolerateField(value: unknown, tolerate: Tolerate): void {
  if (value === null) tolerate('null-field');
  else if (value !== undefined) tolerate('field-shape');
}

/** Counts the fields of an object that are `null`. */
export function tolerateNulls(fields: Readonly<Record<string, unknown>>, tolerate: Tolerate): void {
  for (const name in fields) if (fields[name] === null) tolerate('null-field');
}
