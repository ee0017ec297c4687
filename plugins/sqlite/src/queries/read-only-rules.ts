import { constants } from '@photostructure/sqlite';

const ALLOWED_ACTIONS = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_RECURSIVE,
]);

// Each only reports; none of them with this kind of argument changes a setting or a file.
const PRAGMAS_ABOUT_A_NAME = new Set([
  'foreign_key_check',
  'foreign_key_list',
  'index_info',
  'index_list',
  'index_xinfo',
  'integrity_check',
  'quick_check',
  'table_info',
  'table_list',
  'table_xinfo',
]);

const PRAGMAS_WITHOUT_ARGUMENT = new Set([
  ...PRAGMAS_ABOUT_A_NAME,
  'application_id',
  'auto_vacuum',
  'collation_list',
  'compile_options',
  'data_version',
  'database_list',
  'encoding',
  'foreign_keys',
  'freelist_count',
  'function_list',
  'journal_mode',
  'module_list',
  'page_count',
  'page_size',
  'pragma_list',
  'schema_version',
  'user_version',
]);

/**
 * Decides about one action that a statement would take; a string names what is refused. Opening the
 * file read-only is not enough: that still lets a statement attach other files and change settings.
 */
export function refusedAction(
  action: number,
  first: string | null,
  second: string | null,
): string | undefined {
  if (ALLOWED_ACTIONS.has(action)) return undefined;
  if (action === constants.SQLITE_FUNCTION) {
    return second?.toLowerCase() === 'load_extension' ? 'load_extension' : undefined;
  }
  if (action === constants.SQLITE_PRAGMA) return refusedPragma(first ?? '', second);
  return ACTION_NAMES.get(action) ?? 'this kind of statement';
}

function refusedPragma(name: string, argument: string | null): string | undefined {
  const allowed = argument === null ? PRAGMAS_WITHOUT_ARGUMENT : PRAGMAS_ABOUT_A_NAME;
  if (allowed.has(name.toLowerCase())) return undefined;
  return argument === null ? `PRAGMA ${name}` : `PRAGMA ${name} with a value`;
}

const ACTION_NAMES: ReadonlyMap<number, string> = new Map([
  [constants.SQLITE_ATTACH, 'ATTACH'],
  [constants.SQLITE_DETACH, 'DETACH'],
  [constants.SQLITE_TRANSACTION, 'a transaction'],
  [constants.SQLITE_SAVEPOINT, 'a savepoint'],
  [constants.SQLITE_INSERT, 'a change of data or schema'],
  [constants.SQLITE_UPDATE, 'a change of data'],
  [constants.SQLITE_DELETE, 'a change of data or schema'],
  [constants.SQLITE_ANALYZE, 'ANALYZE'],
  [constants.SQLITE_REINDEX, 'REINDEX'],
]);
