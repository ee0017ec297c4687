import { stat } from 'node:fs/promises';

/** Text that changes whenever one of the files does, appears or goes; links are followed. */
export async function signatureOf(files: readonly string[]): Promise<string> {
  return (await Promise.all(files.map(fileSignature))).join('\n');
}

async function fileSignature(file: string): Promise<string> {
  try {
    const { dev, ino, size, mode, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mode, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return String(Reflect.get(Object(error), 'code'));
  }
}
