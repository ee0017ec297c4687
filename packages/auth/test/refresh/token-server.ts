import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a token endpoint does with the next refresh, in place of an answer. */
type Misdeed = { readonly status: number; readonly body?: string } | 'reset' | 'hold';

export interface TokenServer extends AsyncDisposable {
  readonly url: string;
  /** Refreshes that were answered with new tokens. */
  readonly refreshes: number;
  /** Times that a token which was used before came again, for which its family was revoked. */
  readonly revocations: number;
  readonly requests: readonly Request[];
  /** Set: how every refresh fails. */
  misdeed: Misdeed | undefined;
}

interface Request {
  readonly headers: IncomingMessage['headers'];
  readonly form: URLSearchParams;
}

/**
 * A token endpoint that takes each refresh token once and revokes the family when one comes again
 * (RFC 9700, section 4.14.2). Its first one is `refresh-1`. One that it holds, it never answers.
 */
export async function startTokenServer(): Promise<TokenServer> {
  const requests: Request[] = [];
  let [refreshes, revocations, current, isRevoked] = [0, 0, 1, false];

  const answer = (form: URLSearchParams, response: ServerResponse) => {
    const sent = Number(form.get('refresh_token')?.replace('refresh-', ''));
    if (sent !== current || isRevoked) {
      if (sent < current) [revocations, isRevoked] = [revocations + 1, true];
      return end(response, 400, { error: 'invalid_grant' });
    }
    current += 1;
    refreshes += 1;
    const tokens = { access_token: `access-${current}`, refresh_token: `refresh-${current}` };
    end(response, 200, { ...tokens, token_type: 'Bearer', expires_in: 3_600 });
  };

  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    requests.push({ headers: request.headers, form });
    const { misdeed } = server;
    if (misdeed === undefined) return answer(form, response);
    if (misdeed === 'reset') return void request.socket.destroy();
    if (misdeed !== 'hold') response.writeHead(misdeed.status).end(misdeed.body);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: TokenServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/token`,
    get refreshes() {
      return refreshes;
    },
    get revocations() {
      return revocations;
    },
    requests,
    misdeed: undefined,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

function end(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
