import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRecord } from '@toolpool/foundation/values';
import {
  createMcpToolReader,
  type McpToolDefinition,
  type McpToolReading,
} from '@toolpool/tool-core';
import { showName } from '../show-name.ts';
import { tolerateNulls } from './leniencies.ts';
import type { ListOwner } from './read-items.ts';
import type { ListedItems } from './read-page.ts';

// Tools read in one turn: a long list must not keep other servers waiting.
const SLICE = 500;

export interface ToolList {
  readonly tools: readonly McpToolDefinition[];
  /** What was wrong with the list or single tools, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Reads the items of a list of tools leniently, as `createMcpToolReader` says: a malformed tool
 * costs only itself, and of two with one name the first is kept.
 */
export async function readTools(
  { items, problems }: ListedItems,
  owner: ListOwner,
): Promise<ToolList> {
  const found = new Map<string, McpToolDefinition>();
  const reported = [...problems];
  const read = createMcpToolReader();
  for (const [index, item] of items.entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn();
    if (isRecord(item)) tolerateNulls(item, owner.tolerate);
    for (const problem of takeTool(read(item), found, owner)) {
      reported.push(`Server "${owner.server}": ${problem}`);
    }
  }
  return { tools: [...found.values()], problems: reported };
}

const NONE: readonly string[] = [];

/** Takes one tool in; gives what was wrong with it. */
function takeTool(
  reading: McpToolReading,
  found: Map<string, McpToolDefinition>,
  { tolerate }: ListOwner,
): readonly string[] {
  if ('problem' in reading) {
    tolerate('malformed-item');
    return [reading.problem];
  }
  const { definition, notes } = reading;
  const { name } = definition;
  tolerate('field-shape', notes.length);
  if (!found.has(name)) {
    found.set(name, definition);
    return notes.length > 0 ? notes : NONE;
  }
  tolerate('doubled-item');
  return [...notes, `The tool "${showName(name)}" is in its list twice.`];
}
