import { findMember, findPosition, nodeValue } from '../read/node-value.ts';
import { readConfigFile } from '../read/read-config-file.ts';
import type { Finding } from './finding.ts';

interface Risk {
  readonly key: string;
  readonly isOn: (value: unknown) => boolean;
  readonly message: string;
  readonly fix: string;
}

const risks: readonly Risk[] = [
  {
    key: 'enableAllProjectMcpServers',
    isOn: (value) => value === true,
    message: 'Your settings approve every server of every project, whatever it starts.',
    fix: 'Remove "enableAllProjectMcpServers" and approve servers with toolpool approve.',
  },
  {
    key: 'enabledMcpjsonServers',
    isOn: (value) => Array.isArray(value) && value.length > 0,
    message:
      'Your settings approve servers by name alone: any project can start what it likes under these names.',
    fix: 'Remove "enabledMcpjsonServers" and approve servers with toolpool approve.',
  },
  {
    key: 'skipDangerousModePermissionPrompt',
    isOn: (value) => value === true,
    message: 'Your settings let --dangerously-skip-permissions approve every server of a project.',
    fix: 'Remove "skipDangerousModePermissionPrompt".',
  },
  {
    key: 'runProjectSettings',
    isOn: (value) => Array.isArray(value) && value.length > 0,
    message: 'Your settings let projects run code of theirs as soon as servers are listed.',
    fix: 'Keep in "runProjectSettings" only what you would run unseen.',
  },
];

/** Points at settings of the user that give trust without looking. */
export async function checkSettings(file: string): Promise<Finding[]> {
  // A file that cannot be read is a diagnostic of the load already.
  const document = await readConfigFile(file).catch(() => undefined);
  const root = document?.root;
  if (root?.type !== 'Object') return [];
  return risks.flatMap(({ key, isOn, message, fix }): Finding[] => {
    const member = findMember(root, key);
    if (member === undefined || !isOn(nodeValue(member.value))) return [];
    const place = findPosition(root, [key]);
    const code = 'TOOLPOOL_SETTINGS_TRUST_UNSEEN';
    return [{ severity: 'warning', code, message, fix, file, ...place, field: key }];
  });
}
