import { describe, expect, it } from 'vitest';
import { findLaunchSecrets, isSecretName, maskArguments } from '../src/text.ts';

const mask = () => '***';

describe('findLaunchSecrets', () => {
  it.each([
    [{ env: { API_TOKEN: 'abcdef' } }, ['abcdef']],
    [{ env: { TEAM: 'a-long-value-1', OTHER: 'ab12cd34' } }, ['a-long-value-1', 'ab12cd34']],
    [{ headers: { Authorization: 'Bearer abcdef' } }, ['abcdef']],
    [{ headers: { 'X-Api-Key': ' abcdef ' } }, ['abcdef']],
    [{ authToken: 'abcdef', oauth: { clientSecret: 'ghijkl' } }, ['abcdef', 'ghijkl']],
    [{ url: 'https://h/?api_key=abc%20def&page=abcdef' }, ['abc def']],
    [{ url: 'https://abcdef@h/' }, ['abcdef', 'YWJjZGVmOg==']],
    [{ url: 'https://me:abcdef@h/' }, ['abcdef', 'bWU6YWJjZGVm']],
    [
      { args: ['--api-key=abcdef', '--token', 'ghijkl', '-e', 'MY_SECRET=mnopqr'] },
      ['abcdef', 'ghijkl', 'mnopqr'],
    ],
    [{ args: ['--header=Cookie: abcdef'] }, ['abcdef']],
    [{ args: ['--db', 'postgres://me:abcdef@h/x'] }, ['abcdef', 'bWU6YWJjZGVm']],
    [{ headersHelper: "print --token 'abcdef'" }, ['abcdef']],
    [{ env: { HEADERS: '{"Cookie":"abcdef","n":1}' } }, ['{"Cookie":"abcdef","n":1}', 'abcdef']],
  ])('finds what %o says', (launch, secrets) => {
    expect(findLaunchSecrets(launch)).toEqual(secrets);
  });

  it.each([
    { env: { API_TOKEN: 'short', TOKENS: 'true', MAX_TOKENS: '100000', AUTH_MODE: 'default' } },
    {
      env: { NODE_ENV: 'development', DATA: '/usr/local/share', TZ: 'Europe/Berlin' },
    },
    { env: { TOKEN_FILE: '/home/me/token', REGION: 'us-east-1', HOST: 'database.local:5432' } },
    {
      env: { BASE: 'https://example.com/a/long/path?page=2' },
      headers: { Accept: 'application/json' },
    },
    {
      args: [
        '--author',
        'somebody',
        '--max-tokens',
        '4096',
        '--token',
        '--verbose',
        'a/long/path/',
      ],
    },
    { url: 'https://example.com/mcp?mode=readonly', headersHelper: './print-headers' },
    { type: 'sdk', headers: { 'X-Version': '2025-06-18' }, env: { LANG: 'en_US.UTF-8' } },
  ])('leaves what is harmless alone: %o', (launch) => {
    expect(findLaunchSecrets(launch)).toEqual([]);
  });
});

describe('maskArguments', () => {
  it.each([
    [
      ['--api-key=a', '--token', 'b', '--verbose'],
      ['--api-key=***', '--token', '***', '--verbose'],
    ],
    [
      ['-H', 'Authorization: Bearer a'],
      ['-H', 'Authorization: ***'],
    ],
    [
      ['--url=https://me:a@h/?k=b', 'c'],
      ['--url=https://h/?k=***', 'c'],
    ],
    [
      ['-y', 'some-server@1.2.3', '--port', '80'],
      ['-y', 'some-server@1.2.3', '--port', '80'],
    ],
  ])('shows %j without secrets', (args, shown) => {
    expect(maskArguments(args, mask)).toEqual(shown);
  });

  it('is quick about a long argument', () => {
    const args = ['a='.repeat(50_000), 'a'.repeat(100_000), `${'a:'.repeat(50_000)}//`];
    const start = performance.now();
    expect(maskArguments(args, mask)).toEqual(args);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

it.each(['API_TOKEN', 'apiKey', 'X-Api-Key', '--password', 'Authorization', 'Set-Cookie', 'PAT'])(
  'knows the name of a secret: %s',
  (name) => {
    expect(isSecretName(name)).toBe(true);
  },
);

it.each(['PWD', 'author', 'PATH', 'X-Team', 'keyboard'])('takes %s for no secret', (name) => {
  expect(isSecretName(name)).toBe(false);
});
