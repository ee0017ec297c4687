// Answers each line of its input, `{"now": <clock>}`, with an access token of the one login there is.
import { createInterface } from 'node:readline';
import { createGuardedFetch, createLoginTokens, createTokenStore } from '@toolpool/auth';

const [directory, serverUrl] = process.argv.slice(2);
const clock = { ms: 0 };
const guarded = createGuardedFetch({ serverUrl: new URL(serverUrl), environment: {} });
const fetch = (url, init) => {
  init.headers.set('x-process', String(process.pid));
  return guarded(url, init);
};
const store = createTokenStore({ directory, keychain: 'none' });
const tokens = createLoginTokens({ store, fetch, now: () => clock.ms });
const [key] = await store.list();
for await (const line of createInterface({ input: process.stdin })) {
  clock.ms = JSON.parse(line).now;
  const answer = await tokens.accessToken(key).catch((error) => error.message);
  process.stdout.write(`${answer}\n`);
}
