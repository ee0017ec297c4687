import { resolve } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { parseJsonc } from '../read/parse-jsonc.ts';
import { readConfigFile } from '../read/read-config-file.ts';
import { readServers } from '../read/read-servers.ts';
import {
  fromFile,
  fromObject,
  type Origin,
  type ScopeContext,
  type ScopeReading,
  type ScopeSource,
} from './scope-source.ts';

/**
 * Servers named for this run. A later source wins over an earlier one. Unlike the files of other
 * scopes, one that was named and cannot be read is an error.
 */
export const readDynamicScope: ScopeSource = async (context) => {
  const readings = await Promise.all(context.dynamic.map((source) => readSource(source, context)));
  return {
    candidates: readings.toReversed().flatMap(({ candidates }) => candidates),
    diagnostics: readings.flatMap(({ diagnostics }) => diagnostics),
  };
};

async function readSource(
  source: ScopeContext['dynamic'][number],
  { cwd, project: { root } }: ScopeContext,
): Promise<ScopeReading> {
  const origin: Origin = { scope: 'dynamic', directory: root, workingDirectory: root };
  if (typeof source !== 'string') {
    const { label, entries } = source;
    return { candidates: fromObject(entries, { label }, origin), diagnostics: [] };
  }
  if (source.trimStart().startsWith('{')) {
    const label = 'the text of --mcp-config';
    const { entries, diagnostics } = readServers(parseJsonc(source, label), { label });
    return { candidates: fromFile(entries, { label: '--mcp-config' }, origin), diagnostics };
  }
  const file = resolve(cwd, source);
  const document = await readConfigFile(file);
  if (document === undefined) throw missingFile(file);
  const { entries, diagnostics } = readServers(document, { label: file, file });
  return { candidates: fromFile(entries, { label: file, file }, origin), diagnostics };
}

function missingFile(file: string): ToolpoolError {
  return new ToolpoolError(`There is no file ${file} to read servers from.`, {
    code: 'TOOLPOOL_FILE_UNREADABLE',
    hint: 'Name an existing file, or give the JSON itself.',
  });
}
