/** Where a server of a host can stand. */
export type LifecycleState =
  /** Nothing runs: nobody has asked for it yet, or it was stopped for want of calls. */
  | 'idle'
  | 'connecting'
  | 'connected'
  /** Its connection is lost, and the next attempt has its time. */
  | 'waiting'
  | 'failed'
  | 'needs-auth'
  | 'disabled'
  /** Over for good. */
  | 'ended';

/** What moves a server from one state to another. */
export type LifecycleEvent =
  /** An attempt begins, or goes into its next try. */
  | 'attempt'
  /** The handshake is done. */
  | 'open'
  /** The connection or the attempt is gone, and another attempt will follow. */
  | 'retry'
  /** The connection or the attempt is gone for good. */
  | 'fail'
  /** The server wants a login. */
  | 'challenge'
  /** The gate refuses. */
  | 'refuse'
  /** Nobody calls it: it is stopped until somebody does. */
  | 'stop'
  | 'end';

type Moves = Readonly<Partial<Record<LifecycleEvent, LifecycleState>>>;

const AT_REST: Moves = { attempt: 'connecting', end: 'ended' };

/** Every transition there is. */
export const TRANSITIONS: Readonly<Record<LifecycleState, Moves>> = {
  idle: AT_REST,
  connecting: {
    attempt: 'connecting',
    open: 'connected',
    retry: 'waiting',
    fail: 'failed',
    challenge: 'needs-auth',
    refuse: 'disabled',
    end: 'ended',
  },
  // `attempt`: a connection that proves useless is replaced.
  connected: {
    attempt: 'connecting',
    retry: 'waiting',
    fail: 'failed',
    refuse: 'disabled',
    stop: 'idle',
    end: 'ended',
  },
  waiting: AT_REST,
  failed: AT_REST,
  'needs-auth': AT_REST,
  disabled: AT_REST,
  ended: {},
};

/** The state an event leads to. @throws a TypeError for one that cannot happen there: a mistake of ours */
export function nextState(state: LifecycleState, event: LifecycleEvent): LifecycleState {
  const next = TRANSITIONS[state][event];
  if (next === undefined) throw new TypeError(`A server that is ${state} cannot ${event}`);
  return next;
}
