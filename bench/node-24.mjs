import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** No workspace dependencies: they need a Node newer than ours. */
const wanted = { mcporter: '0.12.3', node: '24.21.0' };

const folder = fileURLToPath(new URL('../.tools/node-24', import.meta.url));
const inFolder = (...path) => join(folder, 'node_modules', ...path);

function isInstalled([name, version]) {
  const manifest = inFolder(name, 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
}

/** Installs mcporter and the Node that runs it, once, and tells where they are. */
export function installNode24() {
  const packages = Object.entries(wanted);
  if (!packages.every(isInstalled)) {
    const specifiers = packages.map(([name, version]) => `${name}@${version}`);
    const flags = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
    // npm is a script on Windows, which only a shell starts.
    const shell = process.platform === 'win32';
    execFileSync('npm', ['install', ...flags, ...specifiers], { stdio: 'inherit', shell });
  }
  const { bin } = JSON.parse(readFileSync(inFolder('mcporter', 'package.json'), 'utf8'));
  return { node: inFolder('node', 'bin', 'node'), mcporter: inFolder('mcporter', bin.mcporter) };
}
