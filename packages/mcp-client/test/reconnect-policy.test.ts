import type { ServerConfig } from '@toolpool/config';
import { ToolpoolError, type ToolpoolErrorCode } from '@toolpool/foundation/errors';
import { describe, expect, it } from 'vitest';
import { AttemptBudget } from '../src/host/lifecycle/attempt-budget.ts';
import {
  mayPass,
  type ReconnectPolicy,
  reconnectDelayMs,
  reconnectPolicy,
} from '../src/host/lifecycle/reconnect-policy.ts';
import {
  type LifecycleEvent,
  type LifecycleState,
  nextState,
  TRANSITIONS,
} from '../src/host/lifecycle/transitions.ts';

const remote: ServerConfig = { type: 'http', url: 'https://example.com/mcp' };
const local: ServerConfig = { type: 'stdio', command: 'server', args: [] };

function policyOf(config: ServerConfig, options = {}): ReconnectPolicy {
  const policy = reconnectPolicy(config, options);
  if (!policy) throw new TypeError('No policy');
  return policy;
}

const delays = (policy: ReconnectPolicy, random: number, count = 7) =>
  Array.from({ length: count }, (_, index) => reconnectDelayMs(policy, index + 1, random));

const errorOf = (code: ToolpoolErrorCode, data?: object) => new ToolpoolError('x', { code, data });

describe('the delay before an attempt', () => {
  it('fault 79: doubles from 1 s to 30 s for a remote server, less up to half', () => {
    const longest = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
    expect(delays(policyOf(remote), 0)).toEqual(longest);
    expect(delays(policyOf(remote), 1)).toEqual(longest.map((ms) => ms / 2));
  });

  it('is none for the first start of a local server', () => {
    expect(delays(policyOf(local), 0)).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000]);
  });

  it('is what the host says', () => {
    const options = { initialDelayMs: 10, maxDelayMs: 25 };
    expect(delays(policyOf(remote, options), 0, 4)).toEqual([10, 20, 25, 25]);
    expect(reconnectPolicy(remote, false)).toBeUndefined();
  });
});

describe('the attempts there are', () => {
  it('F5: are five in any three minutes for a local server', () => {
    const budget = new AttemptBudget(policyOf(local));
    for (const [index, now] of [0, 1, 2, 3, 60_000].entries()) {
      expect(budget.take(now)).toBe(index + 1);
    }
    expect(budget.take(179_999)).toBeUndefined();
    // Four of them are three minutes ago.
    expect(budget.take(180_003)).toBe(2);
  });

  it('F5: are five again for a local server that has lasted three minutes', () => {
    const budget = new AttemptBudget(policyOf(local));
    for (let now = 0; now < 5; now++) budget.take(now);
    budget.lasted(180_000);
    expect(budget.take(5)).toBe(1);
  });

  it('fault 79: are five in a row for a remote server, however slow, until it lasts a minute', () => {
    const budget = new AttemptBudget(policyOf(remote));
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(budget.take(attempt * 600_000)).toBe(attempt);
    }
    budget.lasted(59_999);
    expect(budget.take(10_000_000)).toBeUndefined();
    budget.lasted(60_000);
    expect(budget.take(10_000_001)).toBe(1);
  });
});

describe('a failed attempt', () => {
  it.each([
    ['TOOLPOOL_TRANSPORT_UNREACHABLE', { errno: 'ECONNREFUSED' }],
    ['TOOLPOOL_TRANSPORT_UNREACHABLE', { errno: 'ENOTFOUND' }],
    ['TOOLPOOL_TRANSPORT_HTTP_STATUS', { status: 503 }],
    ['TOOLPOOL_TRANSPORT_HTTP_STATUS', { status: 429 }],
    ['TOOLPOOL_TRANSPORT_EXITED', undefined],
    ['TOOLPOOL_CONNECT_TIMEOUT', undefined],
  ] as const)('may pass: %s %o', (code, data) => {
    expect(mayPass(errorOf(code, data))).toBe(true);
  });

  it.each([
    ['TOOLPOOL_TRANSPORT_UNREACHABLE', { errno: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['TOOLPOOL_TRANSPORT_HTTP_STATUS', { status: 401 }],
    ['TOOLPOOL_TRANSPORT_HTTP_STATUS', { status: 404 }],
    ['TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND', { errno: 'ENOENT' }],
    ['TOOLPOOL_CONFIG_VARIABLE_MISSING', undefined],
    ['TOOLPOOL_SERVER_UNSUPPORTED_TYPE', undefined],
  ] as const)('is final: %s %o', (code, data) => {
    expect(mayPass(errorOf(code, data))).toBe(false);
  });
});

describe('the table of transitions', () => {
  it('leads from every state but the last to the last, and from each that stands still to an attempt', () => {
    for (const state of Object.keys(TRANSITIONS) as LifecycleState[]) {
      if (state === 'ended') continue;
      expect(nextState(state, 'end')).toBe('ended');
      expect(nextState(state, 'attempt')).toBe('connecting');
    }
  });

  it('holds nothing else than this', () => {
    const rows = Object.entries(TRANSITIONS).map(([state, moves]) => [
      state,
      Object.entries(moves).map(([event, next]) => `${event}: ${next}`),
    ]);
    const atRest = ['attempt: connecting', 'end: ended'];
    expect(Object.fromEntries(rows)).toEqual({
      idle: atRest,
      connecting: [
        'attempt: connecting',
        'open: connected',
        'retry: waiting',
        'fail: failed',
        'challenge: needs-auth',
        'refuse: disabled',
        'end: ended',
      ],
      connected: [
        'attempt: connecting',
        'retry: waiting',
        'fail: failed',
        'refuse: disabled',
        'stop: idle',
        'end: ended',
      ],
      waiting: atRest,
      failed: atRest,
      'needs-auth': atRest,
      disabled: atRest,
      ended: [],
    });
  });

  it.each([
    ['idle', 'open'],
    ['waiting', 'open'],
    ['connected', 'open'],
    ['ended', 'attempt'],
    ['failed', 'stop'],
  ] satisfies [LifecycleState, LifecycleEvent][])('refuses a mistake: %s, %s', (state, event) => {
    expect(() => nextState(state, event)).toThrow(TypeError);
  });
});
