#!/usr/bin/env node
/**
 * Runs scenarios of the official MCP conformance suite against `driver.mjs`.
 *
 * The suite needs a newer Node than we support, so both are installed at exact versions into a
 * folder that git ignores.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = { '@modelcontextprotocol/conformance': '0.2.0-alpha.12', node: '22.23.3' };
const REVISION = '2025-11-25';
const SCENARIOS = ['initialize', 'tools_call'];
const TIMEOUT_MS = '120000';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tools = join(root, '.tools', 'conformance');
const suite = join(tools, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const newerNode = join(tools, 'node_modules/node/bin/node');

install();
const chosen = process.argv.slice(2);
const failed = (chosen.length > 0 ? chosen : SCENARIOS).filter((scenario) => !passes(scenario));
process.stdout.write(
  failed.length === 0 ? 'Conformance: all passed\n' : `Conformance: failed ${failed.join(', ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function install() {
  if (existsSync(suite) && existsSync(newerNode)) return;
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'package.json'), '{ "private": true }\n');
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  run('npm', ['install', '--prefix', tools, '--save-exact', '--no-audit', '--no-fund', ...wanted]);
}

/** The suite splits `--command` on blanks without quoting, so it gets paths relative to the root. */
function passes(scenario) {
  const command = 'node test/conformance/driver.mjs';
  const words = ['client', '--command', command, '--scenario', scenario];
  const limits = ['--spec-version', REVISION, '--timeout', TIMEOUT_MS];
  const output = ['-o', join(tools, 'results')];
  return run(newerNode, [suite, ...words, ...limits, ...output]) === 0;
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  return status;
}
