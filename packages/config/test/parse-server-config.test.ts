import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseServerConfig, ServerConfigSchema } from '../src/index.ts';

describe('parseServerConfig', () => {
  it.each([
    { command: 'x' },
    { type: 'stdio', command: 'x', args: ['a'], env: {}, cwd: '/', envPassthrough: ['A'] },
    { type: 'http', url: 'http://h/', headers: {}, headersHelper: 'x', oauth: { callbackPort: 1 } },
    { type: 'sse', url: 'https://h/', tls: { ca: 'a', cert: 'b', key: 'c' } },
    { type: 'ws', url: 'wss://h/', headers: { A: 'b' } },
    { type: 'sse-ide', url: 'http://h/', ideName: 'ide' },
    { type: 'ws-ide', url: 'ws://h/', ideName: 'ide', authToken: 'x' },
    { type: 'sdk', name: 'x' },
    { type: 'claudeai-proxy', url: 'https://h/', id: 'x' },
    { command: 'x', timeout: 1, idleTimeout: 0, connectTimeout: 1, idleStop: 1, required: true },
    {
      command: 'x',
      alwaysLoad: true,
      disabled: false,
      tools: { include: ['*'] },
      protocol: 'auto',
    },
    { command: 'x', protocol: '2025-11-25', vendor: { kept: true } },
  ])('accepts %j and keeps what it says', (entry) => {
    const { config } = parseServerConfig(entry);
    expect(config).toMatchObject(entry);
  });

  it.each(['http', 'streamable-http', 'streamableHttp'])('takes %s for HTTP', (type) => {
    const { config } = parseServerConfig({ type, url: 'http://h/' });
    expect(config).toEqual({ type: 'http', url: 'http://h/' });
  });

  it.each([
    { entry: null, field: '', message: 'The entry must be an object.' },
    { entry: { type: 5, url: 'x' }, field: 'type', message: '"type" must be a string.' },
    { entry: { command: 5 }, field: 'command', message: '"command" must be a string.' },
    { entry: { command: '' }, field: 'command', message: '"command" must not be empty.' },
    { entry: { type: 'stdio' }, field: 'command', message: '"command" is missing.' },
    {
      entry: { command: 'x', args: ['a', 1] },
      field: 'args[1]',
      message: '"args[1]" must be a string.',
    },
    {
      entry: { command: 'x', env: { A: 1 } },
      field: 'env.A',
      message: '"env.A" must be a string.',
    },
    { entry: { command: 'x', env: [] }, field: 'env', message: '"env" must be an object.' },
    {
      entry: { command: 'x', timeout: 0 },
      field: 'timeout',
      message: '"timeout" must be more than 0.',
    },
    {
      entry: { command: 'x', timeout: '1' },
      field: 'timeout',
      message: '"timeout" must be a number.',
    },
    {
      entry: { command: 'x', disabled: 1 },
      field: 'disabled',
      message: '"disabled" must be true or false.',
    },
    {
      entry: { command: 'x', protocol: 'new' },
      field: 'protocol',
      message: expect.stringContaining('"auto"'),
    },
    { entry: { url: 'ws://h/' }, field: 'url', message: expect.stringContaining('"type": "ws"') },
    {
      entry: { type: 'ws', url: 'http://h/' },
      field: 'url',
      message: '"url" must begin with ws:// or wss://.',
    },
    {
      entry: { url: 'http://h/', oauth: { callbackPort: 70_000 } },
      field: 'oauth.callbackPort',
      message: expect.stringContaining('at most 65535'),
    },
    {
      entry: { url: 'http://h/', oauth: { callbackPort: 1.5 } },
      field: 'oauth.callbackPort',
      message: expect.stringContaining('a whole number'),
    },
  ])('names the field that is wrong in $entry', ({ entry, field, message }) => {
    expect(parseServerConfig(entry).issues).toMatchObject([{ field, message }]);
  });

  it('never throws, and never quotes a value', () => {
    const secret = fc.constantFrom('hunter2hunter2', 72_727_272);
    const entry = fc.dictionary(
      fc.constantFrom(
        'command',
        'args',
        'env',
        'url',
        'headers',
        'timeout',
        'tools',
        'oauth',
        'protocol',
      ),
      fc.oneof(secret, fc.array(secret), fc.dictionary(fc.constantFrom('A', 'clientId'), secret)),
    );
    fc.assert(
      fc.property(fc.oneof(entry, fc.anything()), (value) => {
        const { issues } = parseServerConfig(value);
        expect(JSON.stringify(issues) ?? '').not.toMatch(/hunter2|727272/);
      }),
    );
  });

  it('reads back what it has made of an entry', () => {
    const { config } = parseServerConfig({ url: 'http://h/', vendor: 1 });
    expect(ServerConfigSchema.parse(config)).toEqual(config);
  });
});
