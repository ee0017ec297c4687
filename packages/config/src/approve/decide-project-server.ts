import type { LaunchChange, SettingSource } from '../contract.ts';
import { hashServerConfig } from '../launch/hash-server-config.ts';
import { onOneLine } from '../launch/one-line.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import { findSecretsInUrls } from './find-disclosures.ts';
import { compareSnapshots, takeSnapshot } from './launch-snapshot.ts';
import { normalizeServerName } from './normalize-server-name.ts';
import type { Trust } from './trust.ts';

export interface NamedConfig {
  readonly name: string;
  readonly config: ServerConfig;
}

/** What the caller allows beyond the user's files, for one run. */
export interface Grants {
  readonly settingSources: readonly SettingSource[];
  readonly skipPermissions: boolean;
  /** Is given the launch, so that it counts as a look at it. */
  readonly approveForThisRun?: ((server: NamedConfig) => boolean) | undefined;
}

export const defaultSettingSources: readonly SettingSource[] = ['user', 'local'];

export type ProjectDecision =
  | { readonly status: 'approved' }
  | { readonly status: 'rejected'; readonly reason: string }
  | {
      readonly status: 'pending';
      readonly reason: string;
      readonly changes?: readonly LaunchChange[];
    };

/** Decides about one server of `.mcp.json`. A rejection wins over every approval. */
export function decideProjectServer(
  server: NamedConfig,
  trust: Trust,
  grants: Grants,
): ProjectDecision {
  const rejection = findRejection(server.name, trust);
  if (rejection !== undefined) return { status: 'rejected', reason: rejection };
  if (!trust.readable) {
    const reason = 'Your approvals or settings cannot be read, so nothing counts as approved.';
    return { status: 'pending', reason };
  }
  if (grants.approveForThisRun?.(server) === true) return { status: 'approved' };
  if (isApprovedAsShown(server, trust, grants)) return { status: 'approved' };
  const isApprovedUnseen =
    isGrantedForThisRun(trust, grants) || isApprovedByName(server.name, trust, grants);
  if (!isApprovedUnseen) return describePending(server, trust);
  return decideUnseen(server.config);
}

/** Nobody who approves without looking knows which secrets a URL takes along, and where it leads. */
function decideUnseen(config: ServerConfig): ProjectDecision {
  const secrets = findSecretsInUrls(config);
  if (secrets.length === 0) return { status: 'approved' };
  const names = [...new Set(secrets.map(({ reference }) => reference))].join(', ');
  const fields = [...new Set(secrets.map(({ field }) => field))].join(', ');
  const reason = `It would put ${names} into its "${fields}", which may be secret: that needs an approval of what was shown.`;
  return { status: 'pending', reason: onOneLine(reason) };
}

function findRejection(name: string, { settings, project, records }: Trust): string | undefined {
  if (includesName(settings.disabledMcpjsonServers, name)) {
    return 'Rejected by "disabledMcpjsonServers" in your settings.';
  }
  if (includesName(project.disabledMcpjsonServers, name)) {
    return 'Rejected by "disabledMcpjsonServers" in the settings of the project.';
  }
  const record = records.find(
    (each) => each.decision === 'rejected' && isSameName(each.name, name),
  );
  return record && 'You rejected it; approve it to run it.';
}

function isGrantedForThisRun({ settings }: Trust, grants: Grants): boolean {
  const { settingSources, skipPermissions } = grants;
  if (settingSources.includes('project')) return true;
  const mayException =
    settingSources.includes('user') && settings.skipDangerousModePermissionPrompt;
  return skipPermissions && mayException;
}

function isApprovedByName(name: string, { settings }: Trust, { settingSources }: Grants): boolean {
  if (!settingSources.includes('user')) return false;
  return settings.enableAllProjectMcpServers || includesName(settings.enabledMcpjsonServers, name);
}

function isApprovedAsShown({ name, config }: NamedConfig, trust: Trust, grants: Grants): boolean {
  if (!grants.settingSources.includes('local')) return false;
  const records = trust.records.filter((record) => isSameName(record.name, name));
  if (records.length === 0) return false;
  const hash = hashServerConfig(config);
  return records.some((record) => record.hash === hash);
}

function describePending({ name, config }: NamedConfig, { records }: Trust): ProjectDecision {
  const before = records.findLast((record) => isSameName(record.name, name));
  const changes = before && compareSnapshots(before.fields, takeSnapshot(config));
  if (changes === undefined || changes.length === 0) {
    return { status: 'pending', reason: 'It waits for your approval.' };
  }
  const fields = changes.map(({ field }) => field).join(', ');
  const reason = `It has changed since you approved it (${fields}) and waits for your approval.`;
  return { status: 'pending', reason: onOneLine(reason), changes };
}

function includesName(names: readonly string[], name: string): boolean {
  return names.some((each) => isSameName(each, name));
}

function isSameName(left: string, right: string): boolean {
  return normalizeServerName(left) === normalizeServerName(right);
}
