import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretCanaries, temporaryDirectory } from '@toolpool/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenStore, exportLogin, importLogin, type StoredLogin } from '../../src/index.ts';
import { login, memoryKeychain } from './logins.ts';

const isSoak = process.env.TOOLPOOL_SOAK === '1';

async function onlyFile(directory: string): Promise<string> {
  const [name = ''] = await readdir(directory);
  return join(directory, name);
}

describe('logins in files', () => {
  it('are kept by resource, issuer and account', async () => {
    await using directory = temporaryDirectory();
    const store = createTokenStore({ directory: directory.path, keychain: 'none' });
    const other = login({ account: 'work', accessToken: 'access-work' });
    const elsewhere = login({ issuer: 'https://other.example', accessToken: 'access-other' });
    for (const each of [login(), other, elsewhere]) await store.update(each, async () => each);
    const { resource, issuer } = login();
    // Two registrations of one resource ask for the same login.
    expect(await store.find({ resource, issuer })).toMatchObject({ accessToken: 'access-1' });
    expect(await store.find(other)).toEqual(other);
    expect(await store.find({ resource: `${resource}/`, issuer })).toBeUndefined();
    expect(await store.find({ resource, issuer: 'https://evil.example' })).toBeUndefined();
    expect(await store.list()).toEqual([
      { resource, issuer, account: 'default' },
      { resource, issuer, account: 'work' },
      { resource, issuer: 'https://other.example', account: 'default' },
    ]);
    await store.remove(other);
    expect(await store.find(other)).toBeUndefined();
    expect(await store.list()).toHaveLength(2);
  });

  it.skipIf(process.platform === 'win32')(
    'fault 140: are private from the first byte, and made so where they were not',
    async () => {
      await using directory = temporaryDirectory();
      const path = join(directory.path, 'logins');
      const store = createTokenStore({ directory: path, keychain: 'none' });
      const modes: number[] = [];
      await store.update(login(), async () => login());
      const file = await onlyFile(path);
      const modeOf = async (name: string) => (await stat(name)).mode & 0o777;
      modes.push(await modeOf(path), await modeOf(file));
      await chmod(file, 0o644);
      await store.find(login());
      modes.push(await modeOf(file));
      await chmod(file, 0o644);
      await chmod(path, 0o755);
      await store.update(login(), async () => login({ accessToken: 'access-2' }));
      modes.push(await modeOf(path), await modeOf(file));
      expect(modes.map((mode) => mode.toString(8))).toEqual(['700', '600', '600', '700', '600']);
    },
  );

  it('fault 140: say nothing of whose they are in their names', async () => {
    await using directory = temporaryDirectory();
    const store = createTokenStore({ directory: directory.path, keychain: 'none' });
    await store.update(login(), async () => login());
    expect(await readdir(directory.path)).toEqual([expect.stringMatching(/^[\da-f]{32}\.json$/)]);
  });

  it(`are put aside when damaged, and are whole or none: ${isSoak ? 500 : 60} mutations`, async () => {
    await using directory = temporaryDirectory();
    const problems: string[] = [];
    const onProblem = (problem: string) => problems.push(problem);
    const store = createTokenStore({ directory: directory.path, keychain: 'none', onProblem });
    const mine = login();
    await store.update(mine, async () => mine);
    const file = await onlyFile(directory.path);
    const good = await readFile(file);
    const damage = fc.record({ kind: fc.nat(3), at: fc.nat(good.length - 1), bit: fc.nat(7) });
    for (const { kind, at, bit } of fc.sample(damage, isSoak ? 500 : 60)) {
      const flipped = Buffer.from(good);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      const bad = [good.subarray(0, at), flipped, Buffer.alloc(0), Buffer.from('[{"a":1}]')][kind];
      await writeFile(file, bad ?? '');
      const before = problems.length;
      const found = await store.find(login());
      if (found === undefined) expect(problems).toHaveLength(before + 1);
      else expect(found).toEqual(mine);
      // A new login works as if nothing had happened.
      await store.update(login(), async () => login({ accessToken: 'again' }));
      expect(await store.find(login())).toMatchObject({ accessToken: 'again' });
    }
    expect(problems.length).toBeGreaterThan(10);
    expect(problems.join()).not.toMatch(/access-1|refresh-1/);
    expect(problems[0]).toMatch(/damaged; it is now .*\.corrupt-\d+/);
  });
});

describe('logins in a keychain', () => {
  it('leave no token in a file', async () => {
    await using directory = temporaryDirectory();
    const keychain = memoryKeychain();
    const store = createTokenStore({ directory: directory.path, keychain });
    const mine = login();
    await store.update(mine, async () => mine);
    expect(await readFile(await onlyFile(directory.path), 'utf8')).not.toMatch(/access|refresh-/);
    expect(await store.find(mine)).toEqual(mine);
    expect(await store.list()).toHaveLength(1);
    keychain.isLocked = true;
    await expect(store.find(mine)).rejects.toMatchObject({
      code: 'TOOLPOOL_CONFIG_SECRET_UNAVAILABLE',
    });
    await store.remove(mine);
    expect(await store.find(mine)).toBeUndefined();
  });

  it('are kept in a file where there is none, or none that takes them', async () => {
    await using directory = temporaryDirectory();
    const keychain = memoryKeychain();
    keychain.isLocked = true;
    const store = createTokenStore({ directory: directory.path, keychain });
    const mine = login();
    await store.update(mine, async () => mine);
    expect(await store.find(mine)).toEqual(mine);
    expect(keychain.entries.size).toBe(0);
  });
});

describe('a login for CI', () => {
  it('goes from one store to another as one line', async () => {
    await using directory = temporaryDirectory();
    const [here, there] = ['here', 'there'].map((name) =>
      createTokenStore({ directory: join(directory.path, name), keychain: 'none' }),
    );
    if (here === undefined || there === undefined) throw new Error('no stores');
    const mine: StoredLogin = login({
      clientSecret: secretCanaries.clientSecret,
      accessToken: secretCanaries.accessToken,
      refreshToken: secretCanaries.refreshToken,
    });
    await here.update(mine, async () => mine);
    const line = await exportLogin(here, mine);
    expect(line).toMatch(/^[\w.-]+$/);
    await importLogin(there, `${line}\n`);
    expect(await there.find(mine)).toEqual(mine);
    for (const bad of ['', 'x', line.slice(1), line.slice(0, -9)]) {
      await expect(importLogin(there, bad)).rejects.toMatchObject({ code: 'TOOLPOOL_USAGE' });
    }
    await expect(exportLogin(here, { ...mine, account: 'nobody' })).rejects.toMatchObject({
      code: 'TOOLPOOL_SERVER_NEEDS_AUTH',
    });
  });
});
