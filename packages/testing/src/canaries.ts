/** In every canary; a word that stands nowhere else. */
const MARK = 'cnry7f3a91';

/**
 * One secret of each kind, for fixtures: at the end of a run nothing that was printed or left behind
 * may hold one of them.
 */
export const secretCanaries = {
  env: `${MARK}-env`,
  header: `${MARK}-header`,
  bearer: `${MARK}-bearer`,
  accessToken: `${MARK}-access`,
  refreshToken: `${MARK}-refresh`,
  clientSecret: `${MARK}-client`,
  code: `${MARK}-code`,
  state: `${MARK}-state`,
  urlQuery: `${MARK}-query`,
  urlUserInfo: `${MARK}-userinfo`,
  argument: `${MARK}-argument`,
  session: `${MARK}-session`,
} as const;

/** The mark in base64, wherever in a longer text it begins. */
const BASE64 = [0, 1, 2].map((before) => {
  const padded = Buffer.from('\0'.repeat(before) + MARK).toString('base64');
  // The characters that the bytes around the mark have a part in are left out.
  return padded.slice(before === 0 ? 0 : before + 1, before === 0 ? -3 : -4);
});

const FOUND = new RegExp(`${MARK}[\\w-]*|${BASE64.map(escapePattern).join('|')}`, 'g');

/**
 * The canaries in a text: raw, URL-encoded and JSON-escaped, which leave them as they are, and in
 * base64.
 */
export function findSecretCanaries(text: string): readonly string[] {
  return [...new Set(text.match(FOUND))];
}

function escapePattern(text: string): string {
  return text.replaceAll('+', '\\+');
}
