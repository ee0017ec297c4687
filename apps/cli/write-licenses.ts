import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
}

/**
 * Writes `LICENSES`: name, version and licence text of every package that the bundle holds, read
 * from the metafile that the build left, which is then removed.
 */
export async function writeLicenses(outputDirectory: string): Promise<void> {
  const file = join(outputDirectory, 'metafile-esm.json');
  const { inputs }: Metafile = JSON.parse(readFileSync(file, 'utf8'));
  const folders = new Set(Object.keys(inputs).map(packageFolder));
  const notices = [...folders].filter((folder) => folder.includes('node_modules')).map(noticeOf);
  const separator = `\n${'-'.repeat(80)}\n\n`;
  const text = [...new Set(notices)].sort().join(separator);
  writeFileSync(join(outputDirectory, 'LICENSES'), `${text}\n`);
  rmSync(file);
}

/** The nearest folder above a bundled file whose manifest has a name. */
function packageFolder(file: string): string {
  let folder = dirname(file);
  while (!hasName(folder)) folder = dirname(folder);
  return folder;
}

function hasName(folder: string): boolean {
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name !== undefined;
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  return `${name} ${version} (${license})${text}`;
}
