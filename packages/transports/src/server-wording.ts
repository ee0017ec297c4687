import { ToolpoolError } from '@toolpool/foundation/errors';
import { cleanForTerminal, maskSecrets } from '@toolpool/foundation/text';

/** How messages speak of one server. */
export interface ServerWording {
  /** The subject of a sentence. */
  readonly subject: string;
  readonly serverName: string | undefined;
  /** Text of the server, or of this machine about it, made safe to print and without secrets. */
  readonly present: (text: string) => string;
}

/** @param laterSecrets what turns out to be secret while the conversation lasts */
export function createServerWording(
  serverName: string | undefined,
  secrets: readonly string[],
  laterSecrets: Iterable<string> = [],
): ServerWording {
  const mask = (text: string) => maskSecrets(text, [...secrets, ...laterSecrets]);
  return {
    subject: serverName === undefined ? 'The server' : `Server "${serverName}"`,
    serverName,
    // Masked on both sides: cleaning can join the halves of a secret, and can change one.
    present: (text) => mask(cleanForTerminal(mask(text))),
  };
}

/** The error of a transport that is used before its start or after its end. */
export function createClosedError({ subject, serverName }: ServerWording): ToolpoolError {
  return new ToolpoolError(`${subject} is not connected.`, {
    code: 'TOOLPOOL_TRANSPORT_CLOSED',
    hint: 'Connect to it again.',
    server: serverName,
  });
}
