import { describe, expect, it } from 'vitest';
import { connectClock } from './connect-clock.ts';

interface Conversion {
  readonly source: { dateTime: string; timeZone: string };
  readonly results: { dateTime: string }[];
  readonly notes: string[];
}

describe('convert_time', () => {
  const cases = [
    { dateTime: '2026-07-01T12:00', from: 'America/New_York', result: '2026-07-01T16:00:00Z' },
    { dateTime: '2026-07-01 12:00', from: 'Asia/Kolkata', result: '2026-07-01T06:30:00Z' },
    { dateTime: '2026-07-01T12:00:30.25Z', result: '2026-07-01T12:00:30.25Z' },
    { dateTime: '2026-07-01T12:00+05:45', result: '2026-07-01T06:15:00Z' },
    { dateTime: '2026-07-01', result: '2026-06-30T22:00:00Z' },
    { dateTime: '14:30', from: 'Asia/Tokyo', result: '2026-12-01T05:30:00Z' },
    { dateTime: 'now', result: '2026-11-30T20:30:00Z' },
    { dateTime: '2026-07-01T12:00[Asia/Tokyo]', result: '2026-07-01T03:00:00Z' },
    { dateTime: '2026-07-01T12:00+09:00[Asia/Tokyo]', result: '2026-07-01T03:00:00Z' },
  ];
  it.each(cases)('reads $dateTime from $from', async ({ dateTime, from, result }) => {
    await using clock = await connectClock();
    const conversion = await clock.call<Conversion>('convert_time', {
      dateTime,
      from,
      to: ['UTC'],
    });
    expect(conversion.results[0]?.dateTime.replace('+00:00', 'Z')).toBe(result);
    expect(conversion.notes).toEqual([]);
  });

  it('moves a time that clocks skip forwards, and explains it', async () => {
    await using clock = await connectClock();
    const { source, notes } = await clock.call<Conversion>('convert_time', {
      dateTime: '2026-03-29T02:30',
      to: ['UTC'],
    });
    expect(source.dateTime).toBe('2026-03-29T03:30:00+02:00');
    expect(notes).toEqual([
      '2026-03-29T02:30 does not exist in Europe/Berlin: clocks go from 2026-03-29T02:00 straight to 2026-03-29T03:00. Taken as 2026-03-29T03:30 +02:00.',
    ]);
  });

  it('explains a whole day that a zone skipped', async () => {
    await using clock = await connectClock();
    const { notes } = await clock.call<Conversion>('convert_time', {
      dateTime: '2011-12-30T12:00',
      from: 'Pacific/Apia',
      to: ['UTC'],
    });
    expect(notes[0]).toContain('clocks go from 2011-12-30T00:00 straight to 2011-12-31T00:00');
  });

  it.each([
    { whenUnclear: undefined, taken: '2026-10-25T02:30:00+02:00' },
    { whenUnclear: 'earlier', taken: '2026-10-25T02:30:00+02:00' },
    { whenUnclear: 'later', taken: '2026-10-25T02:30:00+01:00' },
  ])('takes $taken of a time that happens twice ($whenUnclear)', async ({ whenUnclear, taken }) => {
    await using clock = await connectClock();
    const { source, notes } = await clock.call<Conversion>('convert_time', {
      dateTime: '2026-10-25T02:30',
      to: ['UTC'],
      whenUnclear,
    });
    expect(source.dateTime).toBe(taken);
    expect(notes[0]).toContain('happens twice in Europe/Berlin: at +02:00 and again at +01:00');
  });

  it('starts a day whose midnight is skipped at its first moment', async () => {
    await using clock = await connectClock();
    const { source } = await clock.call<Conversion>('convert_time', {
      dateTime: '2018-11-04',
      from: 'America/Sao_Paulo',
      to: ['UTC'],
    });
    expect(source.dateTime).toBe('2018-11-04T01:00:00-02:00');
  });

  it.each([
    { dateTime: '2026-03-29T02:30', whenUnclear: 'reject', says: 'Say which one with an offset' },
    { dateTime: 'next Tuesday', says: 'is not a date-time' },
    { dateTime: '2026-02-30T10:00', says: 'is not a date-time' },
    { dateTime: '2026-07-01T12:00+05:00[Asia/Tokyo]', says: 'Asia/Tokyo is at +09:00 then' },
  ])('refuses $dateTime with advice', async ({ says, ...args }) => {
    await using clock = await connectClock();
    await expect(clock.callWrongly('convert_time', { ...args, to: ['UTC'] })).resolves.toContain(
      says,
    );
  });
});
