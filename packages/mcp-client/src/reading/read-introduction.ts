import { cleanDeep, cleanLabel, truncateText } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import type { ServerCapabilities, ServerInfo } from '../session/session.ts';
import type { Tolerate } from './leniencies.ts';

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
export function readIntroduction(
  result: unknown,
  server: string,
  tolerate: Tolerate,
): Introduction {
  const { protocolVersion, capabilities, serverInfo, instructions } = isRecord(result)
    ? result
    : {};
  const { name, version, title } = isRecord(serverInfo) ? serverInfo : {};
  for (const text of [protocolVersion, name, version]) noteText(text ?? {}, tolerate);
  for (const text of [instructions, title]) noteText(text, tolerate);
  const cleanedInstructions = readInstructions(instructions);
  const cleanedTitle = readLabel(title);
  return {
    protocolVersion: readLabel(protocolVersion),
    capabilities: readCapabilities(capabilities, tolerate),
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

/** Counts what should be a text, or absent, and is not. */
function noteText(value: unknown, tolerate: Tolerate): void {
  if (value === null) tolerate('null-field');
  else if (value !== undefined && typeof value !== 'string') tolerate('introduction');
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

function readCapabilities(value: unknown, tolerate: Tolerate): ServerCapabilities {
  if (!isRecord(value)) {
    tolerate('introduction');
    return {};
  }
  const declared: Record<string, unknown> = {};
  for (const [name, capability] of Object.entries(value)) {
    if (isRecord(capability)) {
      declared[name] = capability;
      noteFeatures(name, capability, tolerate);
      continue;
    }
    if (capability === true) declared[name] = {};
    tolerate(capability === null ? 'null-field' : 'introduction');
  }
  return cleanDeep(declared) as ServerCapabilities;
}

/** Counts what a capability says of its features in an odd way; it is passed on as it is. */
function noteFeatures(
  capability: string,
  features: Readonly<Record<string, unknown>>,
  tolerate: Tolerate,
): void {
  for (const value of Object.values(features)) {
    if (value === null) tolerate('null-field');
    else if (capability === 'experimental' && !isRecord(value)) tolerate('introduction');
  }
}

function booleansOf(capability: object): object {
  return Object.fromEntries(
    Object.entries(capability).filter(([, value]) => typeof value === 'boolean'),
  );
}
