import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { clampTimerMs, MAX_TIMER_MS, sleep, withTimeout } from '../src/timing.ts';

describe('clampTimerMs', () => {
  it.each([
    [1e10, MAX_TIMER_MS],
    [Number.POSITIVE_INFINITY, MAX_TIMER_MS],
    [-5, 0],
    [250, 250],
  ])('makes %d %d', (ms, expected) => {
    expect(clampTimerMs(ms)).toBe(expected);
  });
});

describe('withTimeout', () => {
  const late = () => new Error('late');

  it('settles as the work does', async () => {
    await expect(withTimeout(Promise.resolve(1), 1000, late)).resolves.toBe(1);
    const failed = Promise.reject(new Error('failed'));
    await expect(withTimeout(failed, 1000, late)).rejects.toThrow('failed');
  });

  it('rejects after the time, and not before it when that is longer than a timer holds', async () => {
    await expect(withTimeout(new Promise(() => {}), 5, late)).rejects.toThrow('late');
    await expect(withTimeout(sleep(20, undefined), 1e10, late)).resolves.toBeUndefined();
  });

  it('leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers().length;
    await Promise.all(Array.from({ length: 100 }, () => withTimeout(Promise.resolve(), 1e6, late)));
    expect(timers().length).toBeLessThanOrEqual(before);
  });
});

describe('sleep', () => {
  it('waits, at least so long', async () => {
    const start = performance.now();
    await sleep(20);
    expect(performance.now() - start).toBeGreaterThan(18);
  });

  it('does not end at once when the time is longer than a timer holds', async () => {
    const end = Promise.race([sleep(1e10, AbortSignal.timeout(30)), sleep(10).then(() => 'first')]);
    await expect(end).resolves.toBe('first');
  });

  it('rejects with the reason of its signal, before or while it waits', async () => {
    await expect(sleep(1e6, AbortSignal.abort('no'))).rejects.toBe('no');
    const stop = new AbortController();
    const waiting = sleep(1e6, stop.signal);
    stop.abort('stop');
    await expect(waiting).rejects.toBe('stop');
  });

  it('leaves no listener on a signal that is used again', async () => {
    const stop = new AbortController();
    for (let round = 0; round < 50; round += 1) await sleep(0, stop.signal);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });
});
