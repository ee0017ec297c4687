#!/usr/bin/env node
/**
 * Runs scenarios of the official MCP conformance suite, each against the driver that
 * `scenarios.json` names for it: all of them, or those named on the command line.
 *
 * The suite needs a newer Node than we support, so both are installed at exact versions into a
 * folder that git ignores; `--install` does only that.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = { '@modelcontextprotocol/conformance': '0.2.0-alpha.12', node: '22.23.3' };
const REVISION = '2025-11-25';
const TIMEOUT_MS = '120000';
/** Whatever else a check may say, a scenario has not passed: not even that it was skipped. */
const PASSING = ['SUCCESS', 'INFO'];

const root = fileURLToPath(new URL('../../', import.meta.url));
const tools = join(root, '.tools', 'conformance');
const suite = join(tools, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const newerNode = join(tools, 'node_modules/node/bin/node');
const drivers = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL('scenarios.json', import.meta.url), 'utf8')),
  ).flatMap(([driver, scenarios]) => scenarios.map((scenario) => [scenario, driver])),
);

install();
const named = process.argv.slice(2);
if (!named.includes('--install')) {
  const failed = (named.length > 0 ? named : [...drivers.keys()]).filter((name) => !passes(name));
  process.stdout.write(
    failed.length === 0
      ? 'Conformance: all passed\n'
      : `Conformance: failed ${failed.join(', ')}\n`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function install() {
  if (existsSync(suite) && existsSync(newerNode)) return;
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'package.json'), '{ "private": true }\n');
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  // Among what is installed is the Node that it needs; pnpm hands its own strictness on.
  const flags = ['--engine-strict=false', '--save-exact', '--no-audit', '--no-fund'];
  const status = run('npm', ['install', '--prefix', tools, ...flags, ...wanted]);
  if (status !== 0) throw new Error('The suite could not be installed.');
}

/** The suite splits `--command` on blanks without quoting, so it gets paths relative to the root. */
function passes(scenario) {
  const driver = drivers.get(scenario) ?? 'driver.mjs';
  const command = `node test/conformance/${driver}`;
  const words = ['client', '--command', command, '--scenario', scenario];
  // Some scenarios are of other revisions, or of extensions: those run as well.
  const limits = ['--spec-version', REVISION, '--force', '--timeout', TIMEOUT_MS];
  mkdirSync(join(tools, 'results'), { recursive: true });
  const output = mkdtempSync(join(tools, 'results', 'run-'));
  if (run(newerNode, [suite, ...words, ...limits, '-o', output]) !== 0) return false;
  const checks = readChecks(output);
  const short = checks.filter(({ status }) => !PASSING.includes(status));
  for (const { id, status } of short) process.stdout.write(`${scenario}: ${id} is ${status}\n`);
  return checks.length > 0 && short.length === 0;
}

function readChecks(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) =>
    name.endsWith('checks.json'),
  );
  return files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  return status;
}
