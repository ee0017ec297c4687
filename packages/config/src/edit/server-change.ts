import type { Scope } from '../contract.ts';

/** What a command that writes has done. */
export interface ServerChange {
  readonly server: string;
  readonly scope: Scope;
  /** The file that was written. */
  readonly file: string;
  readonly action:
    | 'added'
    | 'replaced'
    | 'removed'
    | 'approved'
    | 'rejected'
    | 'enabled'
    | 'disabled'
    | 'reset'
    | 'pinned';
}
