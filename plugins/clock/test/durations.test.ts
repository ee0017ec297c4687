import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectClock } from './connect-clock.ts';

interface Sum {
  readonly start: { dateTime: string };
  readonly result: { dateTime: string };
  readonly notes: string[];
}

describe('add_duration', () => {
  it.each([
    { dateTime: '2026-03-28T12:00', duration: 'P1D', result: '2026-03-29T12:00:00+02:00' },
    { dateTime: '2026-03-28T12:00', duration: 'PT24H', result: '2026-03-29T13:00:00+02:00' },
    { dateTime: '2026-01-31T12:00', duration: 'P1M', result: '2026-02-28T12:00:00+01:00' },
    { dateTime: '2024-02-29T12:00', duration: '-1 year', result: '2023-02-28T12:00:00+01:00' },
    { dateTime: 'now', duration: '-90 minutes', result: '2026-11-30T20:00:00+01:00' },
    { dateTime: '2026-12-31T23:59:59Z', duration: '1s', result: '2027-01-01T00:00:00+00:00' },
  ])('adds $duration to $dateTime', async ({ dateTime, duration, result }) => {
    await using clock = await connectClock();
    const sum = await clock.call<Sum>('add_duration', { dateTime, duration });
    expect(sum.result.dateTime).toBe(result);
  });

  it.each([
    { dateTime: '2026-01-31T12:00', duration: 'P1M', note: '2026-02 has no day 31' },
    { dateTime: '2026-03-28T02:30', duration: 'P1D', note: 'does not exist in Europe/Berlin' },
    { dateTime: '2026-03-28T12:00', duration: 'P1D', note: '+01:00 to +02:00: 23 hours pass' },
  ])('explains $dateTime plus $duration', async ({ dateTime, duration, note }) => {
    await using clock = await connectClock();
    const { notes } = await clock.call<Sum>('add_duration', { dateTime, duration });
    expect(notes.join('\n')).toContain(note);
  });

  it('refuses a result that no calendar reaches', async () => {
    await using clock = await connectClock();
    const args = { dateTime: 'now', duration: 'P999999Y' };
    await expect(clock.callWrongly('add_duration', args)).resolves.toContain('outside the years');
  });
});

describe('time_difference', () => {
  it('measures on the calendar and in chosen units', async () => {
    await using clock = await connectClock();
    const args = { from: '2026-01-31T12:00', to: '2026-11-30T21:30', units: ['weeks', 'hours'] };
    await expect(clock.call('time_difference', args)).resolves.toMatchObject({
      duration: 'P9M30DT9H30M',
      text: '9 months, 30 days, 9 hours, 30 minutes',
      parts: { weeks: 43, hours: 57.5 },
    });
  });

  it('counts a day of 23 hours as one day', async () => {
    await using clock = await connectClock();
    const args = { from: '2026-03-28T12:00', to: '2026-03-29T12:00' };
    await expect(clock.call('time_difference', args)).resolves.toMatchObject({
      parts: { days: 1, hours: 0, minutes: 0 },
      totalSeconds: 23 * 3600,
    });
  });

  it('is negative when the second moment is earlier', async () => {
    await using clock = await connectClock();
    const args = { from: 'now', to: '2026-11-30T20:00:00Z', units: ['hours'] };
    await expect(clock.call('time_difference', args)).resolves.toMatchObject({
      duration: '-PT30M',
      text: '-30 minutes',
      parts: { hours: -0.5 },
    });
  });

  it('is what add_duration adds', async () => {
    await using clock = await connectClock();
    const moment = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2050-01-01'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(moment, moment, async (from, to) => {
        const ends = { from: from.toISOString(), to: to.toISOString() };
        const zone = { timeZone: 'America/New_York' };
        const { duration } = await clock.call<{ duration: string }>('time_difference', {
          ...ends,
          ...zone,
        });
        const sum = await clock.call<Sum>('add_duration', {
          dateTime: ends.from,
          duration,
          ...zone,
        });
        expect(Date.parse(sum.result.dateTime)).toBe(to.getTime());
      }),
    );
  });
});

describe('convert_duration', () => {
  it.each([
    { duration: 'PT90M', iso: 'PT1H30M', text: '1 hour, 30 minutes', totalSeconds: 5400 },
    { duration: '1h 30m', iso: 'PT1H30M', text: '1 hour, 30 minutes', totalSeconds: 5400 },
    { duration: '-2 weeks and 1 day', iso: '-P2W1D', text: '-2 weeks, 1 day' },
    { duration: '1.5 days', iso: 'P1DT12H', text: '1 day, 12 hours', totalSeconds: 129_600 },
    { duration: 'P1Y2M', iso: 'P1Y2M', text: '1 year, 2 months' },
    { duration: '250ms', iso: 'PT0.25S', text: '0.25 seconds', totalSeconds: 0.25 },
    { duration: 'PT0S', iso: 'PT0S', text: '0 seconds', totalSeconds: 0 },
  ])('converts $duration', async ({ duration, ...expected }) => {
    await using clock = await connectClock();
    await expect(clock.call('convert_duration', { duration })).resolves.toMatchObject(expected);
  });

  it.each(['', 'soon', '5', '1 fortnight', '1.5 months', '2h 3h', 'P', '1h -30m', 'P1.5D'])(
    'refuses %j',
    async (duration) => {
      await using clock = await connectClock();
      await expect(clock.callWrongly('convert_duration', { duration })).resolves.toMatch(
        /is not a duration|no fixed length/,
      );
    },
  );

  it('reads its own words back', async () => {
    await using clock = await connectClock();
    const count = fc.nat({ max: 5000 });
    const fields = fc.record({ y: count, w: count, d: count, h: count, s: count, n: fc.nat(1e9) });
    await fc.assert(
      fc.asyncProperty(fields, fc.boolean(), async ({ y, w, d, h, s, n }, negative) => {
        const fraction = String(n).padStart(9, '0').slice(0, 9);
        const iso = `${negative ? '-' : ''}P${y}Y${w}W${d}DT${h}H${s}.${fraction}S`;
        const first = await clock.call<{ iso: string; text: string }>('convert_duration', {
          duration: iso,
        });
        const second = await clock.call('convert_duration', { duration: first.text });
        expect(second).toEqual(first);
      }),
    );
  });
});
