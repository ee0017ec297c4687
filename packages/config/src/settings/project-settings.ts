import { isRecord } from '@toolpool/foundation/values';
import type { Diagnostic } from '../contract.ts';
import { type FieldPath, formatField } from '../launch/launch-text.ts';
import type { Position } from '../read/parse-jsonc.ts';

/**
 * What a project may set: only what restricts. Nothing of trust, approvals, permissions that allow,
 * endpoints or places of files.
 */
export interface ProjectSettings {
  /** Names of its own servers that it does not want to run. */
  readonly disabledMcpjsonServers: readonly string[];
  /** Permission rules that deny or ask. */
  readonly permissions: { readonly deny: readonly string[]; readonly ask: readonly string[] };
}

export const noProjectSettings: ProjectSettings = {
  disabledMcpjsonServers: [],
  permissions: { deny: [], ask: [] },
};

export interface ProjectSettingsReading {
  readonly settings: ProjectSettings;
  readonly diagnostics: readonly Diagnostic[];
}

interface Source {
  readonly file: string;
  readonly locate: (path: FieldPath) => Position | undefined;
}

const allowed: readonly FieldPath[] = [
  ['disabledMcpjsonServers'],
  ['permissions', 'deny'],
  ['permissions', 'ask'],
];

/** Picks what a project may set; every other key is reported and has no effect. */
export function pickProjectSettings(value: unknown, source: Source): ProjectSettingsReading {
  if (!isRecord(value)) return { ...nothing, diagnostics: [wrong(source, [], 'an object')] };
  const diagnostics: Diagnostic[] = [];
  const namesAt = (path: FieldPath): readonly string[] => {
    const found = path.reduce<unknown>(
      (holder, key) => (isRecord(holder) ? holder[key] : undefined),
      value,
    );
    if (found === undefined) return [];
    if (isNames(found)) return found;
    diagnostics.push(wrong(source, path, 'a list of names'));
    return [];
  };
  const settings: ProjectSettings = {
    disabledMcpjsonServers: namesAt(['disabledMcpjsonServers']),
    permissions: { deny: namesAt(['permissions', 'deny']), ask: namesAt(['permissions', 'ask']) },
  };
  return { settings, diagnostics: [...diagnostics, ...findRefused(value, source)] };
}

const nothing = { settings: noProjectSettings, diagnostics: [] };

function findRefused(value: Readonly<Record<string, unknown>>, source: Source): Diagnostic[] {
  const paths = Object.entries(value).flatMap(([key, item]): FieldPath[] =>
    key === 'permissions' && isRecord(item)
      ? Object.keys(item).map((inner) => [key, inner])
      : [[key]],
  );
  const known = allowed.map(formatField);
  return paths
    .filter((path) => !known.includes(formatField(path)) && path[0] !== '$schema')
    .map((path) => ({
      severity: 'warning',
      code: 'TOOLPOOL_SETTINGS_KEY_REFUSED',
      message: `A project cannot set ${JSON.stringify(formatField(path))}; it has no effect.`,
      file: source.file,
      ...source.locate(path),
      field: formatField(path),
    }));
}

function wrong({ file, locate }: Source, path: FieldPath, expected: string): Diagnostic {
  const what = path.length === 0 ? 'the settings' : JSON.stringify(formatField(path));
  return {
    severity: 'error',
    code: 'TOOLPOOL_CONFIG_INVALID',
    message: `${file}: ${what} must be ${expected}.`,
    file,
    ...locate(path),
  };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
