import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { secretCanaries } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { type AuthorizationListenerOptions, startAuthorizationListener } from '../../src/index.ts';

const STATE = secretCanaries.state;
const CODE = secretCanaries.code;

const started = (more: Partial<AuthorizationListenerOptions> = {}) =>
  startAuthorizationListener({ state: STATE, ...more });

interface Page {
  readonly status: number;
  readonly text: string;
  readonly policy: string | undefined;
}

/** Asks for a page as a browser would, by either address of localhost. */
async function visit(
  url: string,
  { host = '127.0.0.1', ...options }: { host?: string; method?: string; headers?: object } = {},
): Promise<Page> {
  const { port, pathname, search } = new URL(url);
  const headers = { host: `localhost:${port}`, ...options.headers };
  const sent = request({ host, port, path: pathname + search, ...options, headers }).end();
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  const policy = response.headers['content-security-policy'];
  return { status: response.statusCode, text, policy };
}

const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`;
const good = query({ code: CODE, state: STATE });

/** Settles once the port takes no connection any more. */
async function refusal(url: string): Promise<string> {
  for (;;) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const error = await once(socket, 'connect').catch((reason) => reason);
    socket.destroy();
    if (error instanceof Error) return (error as NodeJS.ErrnoException).code ?? '';
  }
}

describe('the callback of a login', () => {
  it.each(['127.0.0.1', '::1'])('fault 138: is at localhost, which is %s too', async (host) => {
    await using listener = await started();
    expect(listener.redirectUri).toMatch(/^http:\/\/localhost:\d+\/callback$/);
    const page = await visit(listener.redirectUri + good, { host });
    expect(page).toMatchObject({ status: 200, policy: expect.stringContaining("'none'") });
    expect(await listener.answer).toEqual({ code: CODE, iss: undefined });
    expect(await refusal(listener.redirectUri)).toBe('ECONNREFUSED');
  });

  it('fault 138: fails at once when its fixed port is taken, and names the port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(started({ port })).rejects.toMatchObject({
      code: 'TOOLPOOL_LOGIN_FAILED',
      message: `The login cannot listen at port ${port} of localhost: EADDRINUSE.`,
    });
    other.close();
    await once(other, 'close');
    await using listener = await started({ port });
    expect(listener.redirectUri).toBe(`http://localhost:${port}/callback`);
  });

  it('fault 138: is one of its own for each login', async () => {
    await using one = await started();
    await using other = await started({ state: 'other' });
    expect(one.redirectUri).not.toBe(other.redirectUri);
  });

  it('ignores strays and goes on waiting', async () => {
    await using listener = await started();
    const { origin, port } = new URL(listener.redirectUri);
    const strays: [string, Parameters<typeof visit>[1], number][] = [
      [`${origin}/favicon.ico`, {}, 404],
      [`${origin}/callback/${good}`, {}, 404],
      [`${origin}/callback`, {}, 400],
      [`${origin}/callback${query({ code: 'x', state: 'wrong' })}`, {}, 400],
      [`${origin}/callback${query({ code: 'x', state: `${STATE}x` })}`, {}, 400],
      [`${origin}/callback${query({ code: 'x' })}`, {}, 400],
      [`${origin}/callback${query({ state: STATE })}`, {}, 400],
      [`${origin}/callback${query({ error: 'access_denied', state: 'wrong' })}`, {}, 400],
      [`${origin}/callback${good}&code=second`, {}, 400],
      [`${origin}/callback${good}`, { method: 'POST' }, 405],
      [`${origin}/callback${good}`, { headers: { host: `evil.example:${port}` } }, 403],
      [`${origin}/callback${good}`, { headers: { host: 'localhost' } }, 403],
    ];
    for (const [url, options, status] of strays) {
      expect(await visit(url, options), url).toMatchObject({ status });
    }
    for (let junk = 0; junk < 300; junk += 1) {
      await visit(`${origin}/callback${query({ code: `${junk}`, state: `${junk}` })}`);
    }
    const slow = connect(Number(port), '127.0.0.1');
    slow.on('error', () => undefined).write('GET /callback HTTP/1.1\r\nhost:');
    expect((await visit(listener.redirectUri + good)).status).toBe(200);
    expect(await listener.answer).toMatchObject({ code: CODE });
    await listener.close();
    slow.destroy();
  });

  it('shows the error of a login server, escaped', async () => {
    await using listener = await started();
    const error = {
      error: 'access_denied',
      error_description: '<script>x()</script>\u001b[31m no',
    };
    const page = await visit(listener.redirectUri + query({ ...error, state: STATE }));
    expect(page.text).toContain('&lt;script&gt;x()&lt;/script&gt; no');
    expect(page.text).not.toContain('<script');
    expect(page.text).not.toContain('\u001b');
    await expect(listener.answer).rejects.toMatchObject({
      code: 'TOOLPOOL_LOGIN_FAILED',
      message: 'The login server refused the login: access_denied (<script>x()</script> no)',
      data: { error: 'access_denied' },
    });
  });

  it('fault 135: shows and uses nothing of an answer from another issuer', async () => {
    const isIssuer = (iss: string | undefined) => iss === 'https://auth.example';
    const right = query({ code: 'c', state: STATE, iss: 'https://auth.example' });
    await using listener = await started({ isIssuer });
    await visit(listener.redirectUri + right);
    expect(await listener.answer).toEqual({ code: 'c', iss: 'https://auth.example' });
    for (const iss of ['https://evil.example', 'https://auth.example/', undefined]) {
      await using other = await started({ isIssuer });
      const wrong = { error: 'click-me', state: STATE, ...(iss !== undefined && { iss }) };
      const page = await visit(other.redirectUri + query(wrong));
      expect(page.text).not.toContain('click-me');
      await expect(other.answer).rejects.toThrow('came from another issuer');
    }
  });

  it('takes the address that a browser elsewhere was sent to', async () => {
    await using listener = await started();
    for (const text of [
      '',
      'code-1',
      'https://x/?code=a',
      `${listener.redirectUri}?state=x&code=a`,
    ]) {
      expect(() => listener.paste(text)).toThrow(
        expect.objectContaining({ code: 'TOOLPOOL_USAGE' }),
      );
    }
    listener.paste(`  ${listener.redirectUri}${good}#_=_\n`);
    expect(await listener.answer).toMatchObject({ code: CODE });
  });

  it('ends when nobody comes, when its signal says so, and when it is closed', async () => {
    const late = await started({ timeoutMs: 50 });
    await expect(late.answer).rejects.toThrow('Nobody finished the login in time.');
    const controller = new AbortController();
    const aborted = await started({ signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(aborted.answer).rejects.toThrow('enough');
    const given = await started();
    await given.close();
    await expect(given.answer).rejects.toSatisfy(ToolpoolError.isInstance);
    for (const { redirectUri } of [late, aborted, given]) {
      expect(await refusal(redirectUri)).toBe('ECONNREFUSED');
    }
  });
});
