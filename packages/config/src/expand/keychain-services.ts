import type { Keychain as WholeKeychain } from '@toolpool/foundation/keychain';

/** Where secrets of this user are kept. Its methods reject when it cannot be used at all. */
export type Keychain = Pick<WholeKeychain, 'read' | 'write'>;

/** Service under which the user stores what `${keychain:name}` refers to. */
export const SECRETS_SERVICE = 'toolpool';

/** Service under which answers to `${input:id}` are kept: no other reference reaches them. */
export const INPUTS_SERVICE = 'toolpool-inputs';
