import { isDeepStrictEqual } from 'node:util';
import type { ObjectNode } from '@humanwhocodes/momoa';
import { notAnObject } from '../read/descend.ts';
import { findMember, memberName, nodeValue } from '../read/node-value.ts';
import { type JsoncDocument, parseJsonc } from '../read/parse-jsonc.ts';
import { insertMember } from './insert-member.ts';
import { rangeOf } from './range-of.ts';
import { removeMember } from './remove-member.ts';
import { applySplices, type Splice } from './splice.ts';
import { detectStyle, ownLineIndent, printBlock } from './text-style.ts';

/**
 * Writes a value under `path`, with the objects that lead to it, and leaves every other byte alone. Of
 * equal keys the last is written, since it is the one that counts.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` when something else than an object is on the way
 */
export function setValue(
  document: JsoncDocument,
  path: readonly string[],
  value: unknown,
  label: string,
): string {
  const { text, root } = document;
  const style = detectStyle(text, root);
  const { node, key, rest } = walk(document, path, label);
  const member = findMember(node, key);
  const nested = rest.reduceRight<unknown>((inner, name) => withKey({}, name, inner), value);
  if (member === undefined) {
    return finish(document, insertMember(text, node, { key, value: nested }, style), {
      path,
      value,
    });
  }
  const indentation = ownLineIndent(text, rangeOf(member).start);
  const printed =
    indentation === undefined ? JSON.stringify(value) : printBlock(value, indentation, style);
  const { start, end } = rangeOf(member.value);
  return finish(document, [{ start, end, text: printed }], { path, value });
}

/**
 * Removes what is under `path`, all of equal keys, and leaves every other byte alone.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` when something else than an object is on the way
 */
export function removeValue(
  document: JsoncDocument,
  path: readonly string[],
  label: string,
): string {
  const { node, key, rest } = walk(document, path, label);
  const index = node.members.findLastIndex((member) => memberName(member) === key);
  if (index === -1 || rest.length > 0) return document.mark + document.text;
  const hasMore = node.members.findIndex((member) => memberName(member) === key) !== index;
  const splices = removeMember(document.text, node, index);
  if (!hasMore) return finish(document, splices, { path });
  return removeValue(parseJsonc(applySplices(document.text, splices), label), path, label);
}

interface Place {
  /** The innermost object on the path that there is. */
  readonly node: ObjectNode;
  readonly key: string;
  /** What of the path is missing below `key`. */
  readonly rest: readonly string[];
}

function walk({ root }: JsoncDocument, path: readonly string[], label: string): Place {
  let node = root;
  for (const [depth, key] of path.entries()) {
    if (node.type !== 'Object') throw notAnObject(node, label);
    const member = findMember(node, key);
    if (member === undefined || depth === path.length - 1) {
      return { node, key, rest: path.slice(depth + 1) };
    }
    node = member.value;
  }
  throw new TypeError('The path is empty.');
}

interface Intent {
  readonly path: readonly string[];
  /** Absent for a removal. */
  readonly value?: unknown;
}

/** Applies an edit and proves it: the new text must parse to exactly the value that was meant. */
function finish(
  { text, mark, root }: JsoncDocument,
  splices: readonly Splice[],
  intent: Intent,
): string {
  const result = applySplices(text, splices);
  const expected = withPath(nodeValue(root), intent.path, intent);
  const actual = nodeValue(parseJsonc(result, 'The edited text').root);
  if (!isDeepStrictEqual(actual, expected)) {
    throw new Error('An edit of JSON would have changed more than it should.');
  }
  return mark + result;
}

function withPath(value: unknown, path: readonly string[], intent: Intent): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return intent.value;
  const object = Object(value);
  const inner: unknown = Object.hasOwn(object, key) ? object[key] : {};
  if (rest.length === 0 && !('value' in intent)) {
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  }
  return withKey(object, key, withPath(inner, rest, intent));
}

/** `__proto__` is a key like any other. */
function withKey(object: object, key: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(object), [key, value]]);
}
