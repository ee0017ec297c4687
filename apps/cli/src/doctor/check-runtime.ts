import manifest from '../../package.json' with { type: 'json' };
import type { Finding } from './check-configuration.ts';

/** Says which Node.js runs this, and whether it is new enough. */
export function checkRuntime(version: string): Finding[] {
  const needed = manifest.engines.node.replace(/[^\d.]/g, '');
  const isOld = compareVersions(version, needed) < 0;
  return [
    {
      severity: isOld ? 'error' : 'info',
      code: 'TOOLPOOL_NODE_VERSION',
      message: `Node.js ${version}, toolpool ${manifest.version}.`,
      fix: isOld ? `Install Node.js ${needed} or newer.` : null,
      file: null,
      line: null,
      column: null,
      server: null,
    },
  ];
}

function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split('.').map(Number));
  const differences = [0, 1, 2].map((part) => (a?.[part] ?? 0) - (b?.[part] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
