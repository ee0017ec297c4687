import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@toolpool/testing';
import { type LoadedPlugin, type LoadPluginOptions, loadPlugin } from '../src/index.ts';

/** Files by path; objects are written as JSON. */
type Files = Readonly<Record<string, string | object>>;

/** Makes a temporary folder with these files. */
export async function folderWith(files: Files): Promise<TemporaryDirectory> {
  const folder = await temporaryDirectory();
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Options that look everything up in one folder. */
export function optionsFor(folder: string): LoadPluginOptions {
  return { cwd: folder, projectRoot: folder, dataDirectory: join(folder, 'data') };
}

/** Loads a plugin of a temporary folder. */
export function loadFrom(folder: TemporaryDirectory, reference = '.'): Promise<LoadedPlugin> {
  return loadPlugin(reference, optionsFor(folder.path));
}

/** A package whose module is the given code. */
export function modulePackage(code: string, manifest: object = {}): Files {
  return {
    'package.json': {
      name: 'some-plugin',
      type: 'module',
      exports: './dist/index.js',
      ...manifest,
    },
    'dist/index.js': code,
  };
}
