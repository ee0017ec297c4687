import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const runner = fileURLToPath(new URL('run.mjs', import.meta.url));
const byDriver: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('scenarios.json', import.meta.url), 'utf8'),
);

async function run(...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [runner, ...args]);
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error);
    return `${stdout}${stderr}`;
  }
}

beforeAll(() => promisify(execFile)(process.execPath, [runner, '--install']), 300_000);

describe.concurrent('the official conformance suite', () => {
  it.each(Object.values(byDriver).flat())('passes %s', async (scenario) => {
    expect(await run(scenario)).toMatch(/Conformance: all passed\n$/);
  });
});
