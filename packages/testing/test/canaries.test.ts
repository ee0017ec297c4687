import { expect, it } from 'vitest';
import { findSecretCanaries, secretCanaries } from '../src/index.ts';

it.each(Object.entries(secretCanaries))('finds a canary in every form: %s', (_, canary) => {
  expect(findSecretCanaries(`a ${canary} b`)).toEqual([canary]);
  expect(findSecretCanaries(encodeURIComponent(`{"a": "${canary}"}`))).toHaveLength(1);
  expect(findSecretCanaries(JSON.stringify(JSON.stringify({ canary })))).toEqual([canary]);
  for (const before of ['', 'a', 'ab', 'abc', 'Bearer ']) {
    const encoded = Buffer.from(`${before}${canary}:x`).toString('base64');
    expect(findSecretCanaries(`Basic ${encoded}`), before).toHaveLength(1);
  }
});

it('finds nothing in ordinary text', () => {
  expect(findSecretCanaries('cnry 7f3a91 canary *** Y25yeTdmM')).toEqual([]);
});
