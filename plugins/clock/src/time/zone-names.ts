// ICU keeps these older names as the canonical ones; the IANA database and people use the newer.
const NEWER_NAMES: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

/** The name that the IANA database has for a zone that ICU lists. */
export function currentZoneName(icuName: string): string {
  return NEWER_NAMES.get(icuName) ?? icuName;
}

/** English name of a zone, as `Central European Standard Time`; its offset when it has no name. */
export function englishZoneName(
  timeZone: string,
  epochMs: number,
  style: 'long' | 'longGeneric',
): string {
  // Node 20 cannot format the zones that are a plain offset.
  if (/^[+-]/.test(timeZone)) return `UTC${timeZone}`;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: style });
  const part = format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName');
  return part?.value ?? timeZone;
}

/** English names of the countries that use each zone, by the name that ICU has for the zone. */
export function countriesByZone(): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const countries = new Map<string, Set<string>>();
  for (const code of regionCodes()) {
    const name = names.of(code);
    if (name === undefined) continue;
    for (const zone of zonesOfRegion(code)) {
      countries.set(zone, (countries.get(zone) ?? new Set()).add(name));
    }
  }
  return countries;
}

function regionCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

function zonesOfRegion(code: string): readonly string[] {
  // A getter on Node 20, a method on later ones; TypeScript's library knows neither.
  const locale: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] } =
    new Intl.Locale(`und-${code}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
