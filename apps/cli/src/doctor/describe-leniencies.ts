import type { Leniencies, LeniencyKind } from '@toolpool/mcp-client';

const WORDS: Readonly<Record<LeniencyKind, string>> = {
  envelope: 'messages with an odd envelope',
  introduction: 'odd or missing members in its answer to initialize',
  'null-field': 'fields that are null instead of absent',
  'field-shape': 'fields of a wrong kind',
  'malformed-item': 'list items without what names them or makes them usable',
  'doubled-item': 'list items that come twice',
  cursor: 'cursors that lead nowhere',
  'content-block': 'blocks of results that MCP does not define',
  'skipped-line': 'lines on its standard output that are no messages',
};

/** Says how a server departs from the protocol; `undefined` when it does not. */
export function describeLeniencies(
  server: string,
  leniencies: Leniencies = {},
): string | undefined {
  const counts = Object.entries(leniencies)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${WORDS[kind as LeniencyKind]}: ${count}`);
  if (counts.length === 0) return undefined;
  return `Server "${server}" departs from the protocol and was understood all the same (${counts.join('; ')}).`;
}
