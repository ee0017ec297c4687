import { cleanDeep, cleanLabel, truncateText } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import type { ServerCapabilities, ServerInfo } from './session.ts';

const MAX_INSTRUCTIONS_LENGTH = 2_048;
const MAX_NAME_LENGTH = 256;
// What the SDK's schema knows; it refuses the whole handshake over a value of the wrong type.
const SDK_CAPABILITIES = ['tools', 'resources', 'prompts', 'logging', 'completions'] as const;

/** What a server says about itself in its answer to `initialize`. */
export interface Introduction {
  readonly protocolVersion: string;
  readonly capabilities: ServerCapabilities;
  readonly serverInfo: ServerInfo;
  readonly instructions?: string;
}

/**
 * Reads the result of `initialize` leniently and cleans its texts: `null` counts as absent, a
 * capability that is `true` as declared, and missing server information is filled in.
 */
export function readIntroduction(result: unknown, server: string): Introduction {
  const { protocolVersion, capabilities, serverInfo, instructions } = isRecord(result)
    ? result
    : {};
  const { name, version, title } = isRecord(serverInfo) ? serverInfo : {};
  const cleanedInstructions = readInstructions(instructions);
  const cleanedTitle = readLabel(title);
  return {
    protocolVersion: readLabel(protocolVersion),
    capabilities: readCapabilities(capabilities),
    serverInfo: {
      name: readLabel(name) || server,
      version: readLabel(version),
      ...(cleanedTitle && { title: cleanedTitle }),
    },
    ...(cleanedInstructions && { instructions: cleanedInstructions }),
  };
}

/** The same introduction in the strict shape that the SDK client accepts. */
export function toSdkResult({ capabilities, ...introduction }: Introduction): object {
  const accepted: Record<string, object> = {};
  for (const name of SDK_CAPABILITIES) {
    const value = capabilities[name];
    if (value) accepted[name] = booleansOf(value);
  }
  return { ...introduction, capabilities: accepted };
}

function readLabel(value: unknown): string {
  return typeof value === 'string' ? cleanLabel(truncateText(value, MAX_NAME_LENGTH)) : '';
}

function readInstructions(value: unknown): string {
  if (typeof value !== 'string') return '';
  // Cut before as well, so that cleaning never works through megabytes.
  const cleaned = cleanLabel(truncateText(value, 4 * MAX_INSTRUCTIONS_LENGTH));
  return truncateText(cleaned, MAX_INSTRUCTIONS_LENGTH);
}

function readCapabilities(value: unknown): ServerCapabilities {
  if (!isRecord(value)) return {};
  const declared = Object.entries(value)
    .map(([name, capability]) => [name, capability === true ? {} : capability] as const)
    .filter(([, capability]) => isRecord(capability));
  return cleanDeep(Object.fromEntries(declared)) as ServerCapabilities;
}

function booleansOf(capability: object): object {
  return Object.fromEntries(
    Object.entries(capability).filter(([, value]) => typeof value === 'boolean'),
  );
}
