import { dirname, join, posix, resolve } from 'node:path';
import type { ImportSource } from './import-source.ts';

/** A text with its references in our syntax, or a reference that has no like here. */
export type Translated =
  | { readonly text: string; readonly untranslatable?: never }
  | { readonly text?: never; readonly untranslatable: string };

/** What relative references of a file mean. */
export interface TranslateContext {
  readonly file: string;
  readonly homeDirectory: string;
}

type Translate = (text: string, context: TranslateContext) => Translated;

/** Rewrites the references of a text of another host's file. */
export function translateText(
  source: ImportSource,
  text: string,
  context: TranslateContext,
): Translated {
  return dialects[source](text, context);
}

const same: Translate = (text) => ({ text });

/** The host takes `${` literally, which cannot be said here; what follows may be part of a secret. */
const literal: Translate = (text) => (text.includes('${') ? { untranslatable: '${' } : { text });

/** `${env:X}` and `${input:x}` are the same here; variables of an editor are not known. */
const editor: Translate = (text) => {
  // Servers run in the folder of the project anyway.
  const inFolder = text.replace(/^\$\{workspaceFolder\}(?=$|[\\/])/, '.');
  let untranslatable: string | undefined;
  const translated = inFolder.replace(/\$\{([^}]*)\}/g, (found, body: string) => {
    if (/^(?:env|input|file):/.test(body) || /^[A-Z_]\w*$/.test(body)) return found;
    if (body === 'userHome') return process.platform === 'win32' ? '${USERPROFILE}' : '${HOME}';
    if (body === 'pathSeparator' || body === '/') return posix.sep;
    untranslatable ??= found;
    return found;
  });
  return untranslatable === undefined ? { text: translated } : { untranslatable };
};

/** `$NAME` is a reference too. */
const shell: Translate = (text) => ({
  text: text.replace(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`),
});

/** `{env:NAME}`, and `{file:path}` relative to the file that has it. */
const braces: Translate = (text, context) => {
  const { file, homeDirectory } = context;
  const before = literal(text, context);
  if (before.text === undefined) return before;
  return {
    text: before.text
      .replace(/\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${env:${name}}`)
      .replace(/\{file:([^{}]+)\}/g, (_, path: string) => {
        const isInHome = path.startsWith('~/');
        const absolute = isInHome
          ? join(homeDirectory, path.slice(2))
          : resolve(dirname(file), path);
        return `\${file:${absolute}}`;
      }),
  };
};

const dialects: Readonly<Record<ImportSource, Translate>> = {
  'claude-code': same,
  'claude-desktop': literal,
  cursor: editor,
  vscode: editor,
  codex: literal,
  windsurf: editor,
  gemini: shell,
  opencode: braces,
};
