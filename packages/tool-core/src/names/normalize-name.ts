/** What the names of hosted connectors start with. */
export const CONNECTOR_PREFIX = 'claude.ai ';

/**
 * Turns a server's or tool's name into letters, digits, `_` and `-`, any other UTF-16 unit into `_`.
 * In names that start with {@link CONNECTOR_PREFIX}, runs of `_` also become one and those at the
 * ends go.
 */
export function normalizeNameForMcp(name: string): string {
  const normalized = replaceForeign(name);
  return name.startsWith(CONNECTOR_PREFIX)
    ? normalized.replace(/_+/g, '_').replace(/^_|_$/g, '')
    : normalized;
}

/** How a name may be written, once its foreign characters are replaced: connectors have two ways. */
export function spellingsOf(name: string): readonly string[] {
  const plain = replaceForeign(name);
  return name.startsWith(CONNECTOR_PREFIX) ? [plain, normalizeNameForMcp(name)] : [plain];
}

function replaceForeign(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_');
}
