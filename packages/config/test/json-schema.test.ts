import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serverConfigJsonSchema } from '../src/index.ts';

const file = new URL('../schema.json', import.meta.url);

it('is published as it is generated', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(serverConfigJsonSchema());
});
