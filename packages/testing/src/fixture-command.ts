import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { FixtureScript } from './fixture-script.ts';

/**
 * Path of the scripted stdio server: `node <fixtureServer> '<JSON of a FixtureScript>'`, or
 * `@<file with that JSON>`.
 */
export const fixtureServer: string = fileURLToPath(
  new URL('./fixture-server.mjs', import.meta.url),
);

/** A server whose tool `echo` answers `hi`: a shell script, for tests that start many. */
export const cheapServer: { readonly command: string; readonly args: string[] } = {
  command: 'sh',
  args: [fileURLToPath(new URL('./cheap-server.sh', import.meta.url))],
};

// Linux takes 128 KiB per argument, and 2 MiB in all.
const MAX_ARGUMENT_LENGTH = 100_000;

/** How to start a scripted stdio server; a large script is packed, so that no file is left behind. */
export function fixtureCommand(script: FixtureScript): { command: string; args: string[] } {
  const json = JSON.stringify(script);
  const args = json.length > MAX_ARGUMENT_LENGTH ? packed(json) : [json];
  return { command: process.execPath, args: [fixtureServer, ...args] };
}

function packed(json: string): string[] {
  const text = `gzip:${gzipSync(json).toString('base64')}`;
  const count = Math.ceil(text.length / MAX_ARGUMENT_LENGTH);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * MAX_ARGUMENT_LENGTH, (index + 1) * MAX_ARGUMENT_LENGTH),
  );
}
