/** Shorter values (`1`, `yes`) stand in ordinary words too: masking them would hide the message. */
const MIN_SECRET_LENGTH = 4;

/** Replaces every occurrence of a secret, raw, URL-encoded or JSON-escaped, by `***`. Very short secrets are left alone. */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length >= MIN_SECRET_LENGTH) for (const form of formsOf(secret)) forms.add(form);
  }
  if (forms.size === 0) return text;
  // Longest first: a secret that starts with another one must go as a whole.
  const longestFirst = [...forms].sort((left, right) => right.length - left.length);
  return text.replace(new RegExp(longestFirst.map(escapePattern).join('|'), 'g'), '***');
}

/**
 * The URL without user info, and with the values of its query replaced by `***`; a fragment too,
 * where OAuth puts tokens. Works on the text, so that `${VARIABLES}` stay readable; of a text that
 * is no URL, more may be hidden than needed.
 */
export function redactUrl(url: string): string {
  // URL parsers skip these, so a secret must not hide behind them.
  const text = withoutUserInfo(url.replace(/[\t\n\r]/g, '').replace(/^[^!-\uffff]+/, ''));
  const [, place = '', query = '', fragment] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? [];
  return `${place}${redactQuery(query)}${fragment === undefined ? '' : '#***'}`;
}

function withoutUserInfo(text: string): string {
  const start = /^(?:[a-z][a-z\d+.-]*:)?[\\/]*/i.exec(text)?.[0].length ?? 0;
  // A password with a raw `/`, `?` or `#` makes a text that is no URL.
  const hostLength = URL.canParse(text) ? text.slice(start).search(/[\\/?#]/) : -1;
  const hostEnd = hostLength < 0 ? text.length : start + hostLength;
  const at = text.lastIndexOf('@', hostEnd - 1);
  return at < start ? text : text.slice(0, start) + text.slice(at + 1);
}

function redactQuery(query: string): string {
  if (query.length < 2) return query;
  const pairs = query.slice(1).split('&');
  return `?${pairs.map((pair) => (pair.includes('=') ? pair.replace(/=.*/s, '=***') : '***')).join('&')}`;
}

function formsOf(secret: string): readonly string[] {
  const forms = [secret, JSON.stringify(secret).slice(1, -1)];
  for (const encode of [encodeURIComponent, encodeURI, encodeFormValue]) {
    try {
      forms.push(encode(secret));
    } catch {
      // A lone surrogate has no URL-encoded form.
    }
  }
  return forms;
}

/** A value as `URLSearchParams` writes it. */
function encodeFormValue(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
