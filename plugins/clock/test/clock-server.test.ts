import { describe, expect, it } from 'vitest';
import plugin from '../src/index.ts';
import { connectClock } from './connect-clock.ts';

describe('the clock server', () => {
  it('follows the rules for server authors', async () => {
    await using clock = await connectClock();
    const { tools } = await clock.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'current_time',
      'convert_time',
      'add_duration',
      'time_difference',
      'convert_duration',
      'list_time_zones',
    ]);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(tool.description?.length).toBeLessThan(120);
      expect(tool._meta?.['anthropic/searchHint']).toEqual(expect.any(String));
      expect(tool.outputSchema).toBeDefined();
    }
    const always = tools.filter((tool) => tool._meta?.['anthropic/alwaysLoad'] === true);
    expect(always.map(({ name }) => name)).toEqual(['current_time']);
  });

  it('gives the same value as text and as structured content', async () => {
    await using clock = await connectClock();
    const result = await clock.client.callTool({ name: 'current_time', arguments: {} });
    const [block] = result.content as { text: string }[];
    expect(JSON.parse(block?.text ?? '')).toEqual(result.structuredContent);
  });

  it('is the plugin’s one in-process server', async () => {
    expect(plugin.mcpServers).toEqual({ clock: { type: 'sdk' } });
    const servers = await plugin.createServers?.({
      pluginRoot: '/',
      dataDirectory: '/',
      projectRoot: '/',
      userConfig: {},
    });
    expect(Object.keys(servers ?? {})).toEqual(['clock']);
  });
});

describe('current_time', () => {
  it('tells the local time without arguments', async () => {
    await using clock = await connectClock();
    await expect(clock.call('current_time')).resolves.toEqual({
      utc: '2026-11-30T20:30:00Z',
      unixSeconds: 1_796_070_600,
      isoWeek: '2026-W49',
      times: [
        {
          timeZone: 'Europe/Berlin',
          dateTime: '2026-11-30T21:30:00+01:00',
          weekday: 'Monday',
          zoneName: 'Central European Standard Time',
        },
      ],
    });
  });

  it('tells the time in several zones, in any letter case, and at a plain offset', async () => {
    await using clock = await connectClock();
    const { times } = await clock.call<{ times: { dateTime: string; zoneName: string }[] }>(
      'current_time',
      { timeZones: ['asia/tokyo', 'Asia/Kolkata', '-03:30'] },
    );
    expect(times.map(({ dateTime }) => dateTime)).toEqual([
      '2026-12-01T05:30:00+09:00',
      '2026-12-01T02:00:00+05:30',
      '2026-11-30T17:00:00-03:30',
    ]);
    expect(times[2]?.zoneName).toBe('UTC-03:30');
  });

  it.each([
    { zone: 'Berlin', says: 'Did you mean Europe/Berlin?' },
    { zone: 'Kolkata', says: 'Did you mean Asia/Kolkata?' },
    { zone: 'Mars/Olympus', says: 'list_time_zones' },
    { zone: '', says: 'list_time_zones' },
  ])('refuses the zone "$zone" with advice', async ({ zone, says }) => {
    await using clock = await connectClock();
    await expect(clock.callWrongly('current_time', { timeZones: [zone] })).resolves.toContain(says);
  });
});

describe('list_time_zones', () => {
  interface Page {
    readonly timeZones: { timeZone: string; utcOffset: string; countries: string[] }[];
    readonly total: number;
    readonly nextCursor?: string;
  }

  it.each([
    { query: 'berlin', first: 'Europe/Berlin' },
    { query: 'asia india', first: 'Asia/Colombo' },
    { query: 'indianap', first: 'America/Indiana/Indianapolis' },
    { query: 'calcutta', first: 'Asia/Kolkata' },
    { query: 'curacao', first: 'America/Curacao' },
    { query: 'São Paulo', first: 'America/Sao_Paulo' },
    { query: '+05:45', first: 'Asia/Kathmandu' },
    { query: 'coordinated universal', first: 'UTC' },
  ])('finds $first by "$query"', async ({ query, first }) => {
    await using clock = await connectClock();
    const page = await clock.call<Page>('list_time_zones', { query });
    expect(page.timeZones[0]?.timeZone).toBe(first);
  });

  it('prefers whole words: India is not Indianapolis', async () => {
    await using clock = await connectClock();
    const { timeZones } = await clock.call<Page>('list_time_zones', { query: 'India' });
    expect(timeZones.map(({ timeZone }) => timeZone)).toEqual(['Asia/Colombo', 'Asia/Kolkata']);
    expect(timeZones[1]).toMatchObject({ utcOffset: '+05:30', countries: ['India'] });
  });

  it('pages through every zone once', async () => {
    await using clock = await connectClock();
    const names: string[] = [];
    let cursor: string | undefined;
    let total = 0;
    do {
      const page: Page = await clock.call('list_time_zones', { limit: 150, cursor });
      names.push(...page.timeZones.map(({ timeZone }) => timeZone));
      cursor = page.nextCursor;
      total = page.total;
    } while (cursor !== undefined);
    expect(names).toHaveLength(total);
    expect(names).toEqual([...new Set(names)].sort());
    expect(total).toBeGreaterThan(400);
  });
});
