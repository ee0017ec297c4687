import type { Diagnostic } from '../contract.ts';

/** Something that a check of the configuration found, and what to do about it. */
export interface Finding {
  readonly severity: Diagnostic['severity'];
  readonly code: string;
  /** A full sentence without any value of an entry. */
  readonly message: string;
  /** What to do; absent where there is nothing to do. */
  readonly fix?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly server?: string;
  readonly field?: string;
}
