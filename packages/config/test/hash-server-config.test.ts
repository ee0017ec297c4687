import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeLaunch,
  hashServerConfig,
  parseServerConfig,
  type ServerConfig,
} from '../src/index.ts';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('é', 'e\u0301', '1', ','));
const map = fc.dictionary(fc.oneof(text, fc.constantFrom('toString', 'constructor', '1')), text);
const launches: fc.Arbitrary<ServerConfig> = fc.oneof(
  fc.record(
    {
      type: fc.constant('stdio' as const),
      command: text,
      args: fc.array(text),
      env: map,
      cwd: text,
      envPassthrough: fc.array(text),
    },
    { requiredKeys: ['type', 'command', 'args'] },
  ),
  fc.record(
    {
      type: fc.constantFrom('http' as const, 'sse' as const),
      url: text,
      headers: map,
      headersHelper: text,
      oauth: fc.record({ clientId: text, scopes: text }, { requiredKeys: [] }),
      tls: fc.record({ ca: text, cert: text }, { requiredKeys: [] }),
    },
    { requiredKeys: ['type', 'url'] },
  ),
);

/** The same value with the keys of all its objects the other way round. */
function reversed<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed) as T;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, item]) => [key, reversed(item)])) as T;
}

function launchText(config: ServerConfig): string {
  const fields = describeLaunch(config).map(({ field, value }) => JSON.stringify([field, value]));
  return fields.sort().join('\n');
}

describe('hashServerConfig', () => {
  it('does not mind the order of keys', () => {
    fc.assert(
      fc.property(launches, (config) => {
        expect(hashServerConfig(reversed(config))).toBe(hashServerConfig(config));
      }),
    );
  });

  it('differs exactly where what is launched differs', () => {
    fc.assert(
      fc.property(launches, launches, (left, right) => {
        const same = launchText(left) === launchText(right);
        expect(hashServerConfig(left) === hashServerConfig(right)).toBe(same);
      }),
    );
  });

  it('differs when one text of the launch changes', () => {
    fc.assert(
      fc.property(launches, text, fc.nat(), (config, replacement, at) => {
        const json = JSON.stringify(config);
        const texts = describeLaunch(config).filter(({ field }) => field !== 'type');
        const target = texts[at % texts.length];
        fc.pre(target !== undefined && target.value !== replacement);
        const [from, to] = [target?.value ?? '', replacement].map((each) => JSON.stringify(each));
        const changed: ServerConfig = JSON.parse(json.replace(`:${from}`, () => `:${to}`));
        fc.pre(launchText(changed) !== launchText(config));
        expect(hashServerConfig(changed)).not.toBe(hashServerConfig(config));
      }),
    );
  });

  it('does not mind scope, aliases, and how the server is treated', () => {
    const hash = (entry: unknown): string => {
      const { config } = parseServerConfig(entry);
      return config === undefined ? 'invalid' : hashServerConfig(config);
    };
    const http = hash({ type: 'http', url: 'http://h/' });
    expect(hash({ type: 'streamable-http', url: 'http://h/', timeout: 9 })).toBe(http);
    expect(hash({ url: 'http://h/' })).not.toBe(http);
    const stdio = hash({ command: 'x' });
    expect(hash({ type: 'stdio', command: 'x', args: [], env: {}, vendor: 1 })).toBe(stdio);
    expect(stdio).toMatch(/^[0-9a-f]{64}$/);
  });
});
