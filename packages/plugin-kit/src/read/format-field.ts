/** A path inside a file as people write it: `mcpServers.db.args[0]`. */
export function formatField(path: readonly PropertyKey[]): string {
  return path
    .map((part, position) => {
      if (typeof part === 'number') return `[${part}]`;
      return position === 0 ? String(part) : `.${String(part)}`;
    })
    .join('');
}
