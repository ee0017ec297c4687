import { createHash, timingSafeEqual } from 'node:crypto';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { cleanForTerminal, truncateText, untrusted } from '@toolpool/foundation/text';

/** What an authorization server sent the browser back with (RFC 6749, section 4.1.2). */
export interface AuthorizationAnswer {
  readonly code: string;
  /** Who says so (RFC 9207). */
  readonly iss: string | undefined;
}

export interface ExpectedAnswer {
  /** The `state` that was sent with the request; nothing without it counts. */
  readonly state: string;
  /**
   * Whether an `iss`, or none, is right (RFC 9207, section 2.4); asked before anything else of an
   * answer is looked at. @default any is
   */
  readonly isIssuer?: ((iss: string | undefined) => boolean) | undefined;
}

/** An answer, how the login was refused, or `stray`: something else that came to the same place. */
export type ReadAnswer =
  | { readonly kind: 'answer'; readonly answer: AuthorizationAnswer }
  | { readonly kind: 'refused'; readonly error: ToolpoolError }
  | { readonly kind: 'stray' };

const NAMES = ['state', 'code', 'iss', 'error', 'error_description'];

/** Reads the query of a redirect. A parameter that stands there twice makes it a stray. */
export function readAnswer(query: URLSearchParams, expected: ExpectedAnswer): ReadAnswer {
  const isAmbiguous = NAMES.some((name) => query.getAll(name).length > 1);
  if (isAmbiguous || !isEqual(query.get('state') ?? '', expected.state)) return { kind: 'stray' };
  const iss = query.get('iss') ?? undefined;
  if (expected.isIssuer?.(iss) === false) return { kind: 'refused', error: wrongIssuer() };
  const error = query.get('error');
  if (error !== null) {
    return { kind: 'refused', error: refused(error, query.get('error_description') ?? '') };
  }
  const code = query.get('code');
  return code ? { kind: 'answer', answer: { code, iss } } : { kind: 'stray' };
}

/** Takes as long for any guess. */
function isEqual(left: string, right: string): boolean {
  const [one, other] = [left, right].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** Shows nothing of the answer: it may be another server's (RFC 9207). */
function wrongIssuer(): ToolpoolError {
  return new ToolpoolError('The answer to the login came from another issuer than the one asked.', {
    code: 'TOOLPOOL_LOGIN_FAILED',
    hint: 'Do not use this server before those who run it have explained it.',
  });
}

function refused(error: string, description: string): ToolpoolError {
  const [reason = '', words = ''] = [error, description].map((text) =>
    truncateText(cleanForTerminal(untrusted(text)).replaceAll(/\s+/g, ' ').trim(), 300),
  );
  const said = words === '' ? reason : `${reason} (${words})`;
  return new ToolpoolError(`The login server refused the login: ${said}`, {
    code: 'TOOLPOOL_LOGIN_FAILED',
    hint: 'Log in again; if it is refused again, ask those who run the server.',
    data: { error: reason },
  });
}
