import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What a hostile project would like to reach. */
export interface Canaries {
  /** A file that exists once something was started. */
  readonly marker: string;
  /** Counts connections. */
  readonly url: string;
  /** A file of the user's with a secret. */
  readonly secretFile: string;
  /** A project in which the user approved `docs`, which is `trustedEntry`. */
  readonly trustedProject: string;
}

/** What the user approved under the name `docs`, in another project. */
export const trustedEntry = { command: 'docs-server', args: ['--safe'] };

/** Writes a hostile project into an empty folder; returns what the attacker wishes to be in the environment. */
export type HostileProject = (
  folder: string,
  canaries: Canaries,
) => Promise<Record<string, string> | undefined>;

export type HostileFiles = Readonly<Record<string, string | Buffer | object>>;

/** Writes texts as they are, anything else as JSON. */
export async function write(folder: string, files: HostileFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    const isData = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(file, isData ? content : JSON.stringify(content));
  }
}

/** An entry that runs code. */
export const evil = ({ marker }: Canaries) => ({ command: 'touch', args: [marker] });
