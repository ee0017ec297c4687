import { describe, expect, it } from 'vitest';
import { classifyAuthFailure, hasAuthorizationHeader } from '../src/index.ts';

describe('classifyAuthFailure', () => {
  it.each([
    { status: 401, hasConfiguredAuthorization: false, expected: 'needs-auth' },
    { status: 403, hasConfiguredAuthorization: false, expected: 'needs-auth' },
    { status: 401, hasConfiguredAuthorization: true, expected: 'credential-rejected' },
    { status: 403, hasConfiguredAuthorization: true, expected: 'credential-rejected' },
    { status: 404, hasConfiguredAuthorization: false, expected: undefined },
    { status: 500, hasConfiguredAuthorization: true, expected: undefined },
    { status: undefined, hasConfiguredAuthorization: true, expected: undefined },
  ])(
    'says $expected of $status (configured header: $hasConfiguredAuthorization)',
    ({ expected, ...evidence }) => {
      expect(classifyAuthFailure(evidence)).toBe(expected);
    },
  );
});

describe('hasAuthorizationHeader', () => {
  it.each(['Authorization', 'authorization', 'AUTHORIZATION'])('finds %s', (name) => {
    expect(hasAuthorizationHeader({ 'X-Other': '1', [name]: 'Bearer x' })).toBe(true);
  });

  it('takes no other header for it', () => {
    expect(hasAuthorizationHeader({ 'X-API-Key': 'k', 'Proxy-Authorization': 'x' })).toBe(false);
    expect(hasAuthorizationHeader(undefined)).toBe(false);
  });

  it('fault 141: a refused static header is a rejected credential, whatever its case', () => {
    const hasConfiguredAuthorization = hasAuthorizationHeader({ authorization: 'Bearer stale' });
    expect(classifyAuthFailure({ status: 401, hasConfiguredAuthorization })).toBe(
      'credential-rejected',
    );
  });
});
