import type { Diagnostic, PinPolicy } from '../contract.ts';
import { findMember, findPosition, memberName, nodeValue, startOf } from '../read/node-value.ts';
import type { JsoncDocument } from '../read/parse-jsonc.ts';
import { readConfigFile, toDiagnostic } from '../read/read-config-file.ts';

/** What the user's `settings.json` says about the servers of projects, by name alone. */
export interface UserSettings {
  readonly enabledMcpjsonServers: readonly string[];
  readonly disabledMcpjsonServers: readonly string[];
  readonly enableAllProjectMcpServers: boolean;
  readonly skipDangerousModePermissionPrompt: boolean;
  /** Real paths of projects whose `toolpool.config.ts` may run. */
  readonly runProjectSettings: readonly string[];
  readonly pins: PinPolicy;
}

export interface UserSettingsReading {
  readonly settings: UserSettings;
  readonly diagnostics: readonly Diagnostic[];
}

const nothingSet: UserSettings = {
  enabledMcpjsonServers: [],
  disabledMcpjsonServers: [],
  enableAllProjectMcpServers: false,
  skipDangerousModePermissionPrompt: false,
  runProjectSettings: [],
  pins: 'warn',
};

/** Reads the settings. An error among the diagnostics means that a rejection may be missing. */
export async function readUserSettings(file: string): Promise<UserSettingsReading> {
  try {
    const document = await readConfigFile(file);
    if (document === undefined) return { settings: nothingSet, diagnostics: [] };
    return pickSettings(document, file);
  } catch (error) {
    return { settings: nothingSet, diagnostics: [toDiagnostic(error, file)] };
  }
}

function pickSettings({ root }: JsoncDocument, file: string): UserSettingsReading {
  const diagnostics: Diagnostic[] = [];
  const pick = <T>(key: string, isValid: (value: unknown) => value is T, fallback: T): T => {
    const member = root.type === 'Object' ? findMember(root, key) : undefined;
    const value = member && nodeValue(member.value);
    if (value === undefined || isValid(value)) return value ?? fallback;
    diagnostics.push(
      problem(
        `${file}: "${key}" must be ${expectedFor(fallback)}.`,
        file,
        findPosition(root, [key]),
      ),
    );
    return fallback;
  };
  if (root.type !== 'Object') {
    diagnostics.push(problem(`${file} must hold an object.`, file, findPosition(root, [])));
  }
  const settings: UserSettings = {
    enabledMcpjsonServers: pick('enabledMcpjsonServers', isNames, []),
    disabledMcpjsonServers: pick('disabledMcpjsonServers', isNames, []),
    enableAllProjectMcpServers: pick('enableAllProjectMcpServers', isBoolean, false),
    skipDangerousModePermissionPrompt: pick('skipDangerousModePermissionPrompt', isBoolean, false),
    runProjectSettings: pick('runProjectSettings', isNames, []),
    pins: pick('pins', isPinPolicy, nothingSet.pins),
  };
  return { settings, diagnostics: [...diagnostics, ...noteUnknown(root, file)] };
}

/** Every key of the settings, with the one that is read where servers are. */
const knownKeys = new Set(['$schema', 'imports', ...Object.keys(nothingSet)]);

/** A key that is spelled wrong would do nothing without a word. */
function noteUnknown(root: JsoncDocument['root'], file: string): Diagnostic[] {
  if (root.type !== 'Object') return [];
  const unknown = root.members.filter((member) => !knownKeys.has(memberName(member)));
  return unknown.map((member) => ({
    severity: 'info',
    code: 'TOOLPOOL_CONFIG_KEY_UNKNOWN',
    message: `${JSON.stringify(memberName(member))} is no setting known here and has no effect.`,
    file,
    ...startOf(member),
  }));
}

function problem(
  message: string,
  file: string,
  position: Pick<Diagnostic, 'line' | 'column'>,
): Diagnostic {
  return { severity: 'error', code: 'TOOLPOOL_CONFIG_INVALID', message, file, ...position };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function expectedFor(fallback: unknown): string {
  if (typeof fallback === 'boolean') return 'true or false';
  return Array.isArray(fallback) ? 'a list of names' : '"warn", "block" or "off"';
}

function isPinPolicy(value: unknown): value is PinPolicy {
  return value === 'warn' || value === 'block' || value === 'off';
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
