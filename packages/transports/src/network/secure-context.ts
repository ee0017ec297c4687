import { readFile } from 'node:fs/promises';
import type { SecureContext } from 'node:tls';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { ServerWording } from '../server-wording.ts';
import type { TlsFiles } from '../transport-config.ts';

/**
 * Reads what a server's entry says about TLS. Its authority counts besides those that Node trusts
 * anyway, `NODE_EXTRA_CA_CERTS` among them.
 *
 * @returns `undefined` when the entry says nothing: Node's own ways then hold
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`
 */
export async function readSecureContext(
  files: TlsFiles | undefined,
  wording: ServerWording,
): Promise<SecureContext | undefined> {
  const { ca, cert, key } = files ?? {};
  if (ca === undefined && cert === undefined && key === undefined) return undefined;
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  const [caText, certText, keyText, extraText] = await Promise.all([
    readPem('ca', ca, wording),
    readPem('cert', cert, wording),
    readPem('key', key, wording),
    extra ? readFile(extra, 'utf8').catch(() => undefined) : undefined,
  ]);
  const { createSecureContext, rootCertificates } = await import('node:tls');
  const authorities = [caText, extraText].filter((text) => text !== undefined);
  try {
    return createSecureContext({
      ca: [...rootCertificates, ...authorities],
      ...(certText !== undefined && { cert: certText }),
      ...(keyText !== undefined && { key: keyText }),
    });
  } catch {
    throw unreadable('"tls" of its entry names a file that holds no usable PEM', wording);
  }
}

async function readPem(
  field: string,
  file: string | undefined,
  wording: ServerWording,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw unreadable(`"tls.${field}" (${wording.present(file)}) cannot be read: ${code}`, wording);
  }
}

function unreadable(problem: string, { subject, serverName }: ServerWording): ToolpoolError {
  return new ToolpoolError(`${subject} cannot be reached safely: ${problem}.`, {
    code: 'TOOLPOOL_FILE_UNREADABLE',
    hint: 'Correct "tls" in the configuration.',
    server: serverName,
  });
}
