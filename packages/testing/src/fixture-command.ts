import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FixtureScript } from './fixture-script.ts';

/** Path of the scripted stdio server: `node <fixtureServer> '<JSON of a FixtureScript>'`. */
export const fixtureServer: string = fileURLToPath(
  new URL('./fixture-server.mjs', import.meta.url),
);

// Linux takes 128 KiB per argument.
const MAX_ARGUMENT_LENGTH = 100_000;

/** How to start a scripted stdio server. */
export function fixtureCommand(script: FixtureScript): { command: string; args: string[] } {
  const json = JSON.stringify(script);
  const argument = json.length > MAX_ARGUMENT_LENGTH ? `@${writeScript(json)}` : json;
  return { command: process.execPath, args: [fixtureServer, argument] };
}

function writeScript(json: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fixture-script-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'script.json');
  writeFileSync(path, json);
  return path;
}
