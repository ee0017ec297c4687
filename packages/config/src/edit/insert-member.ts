import type { MemberNode, ObjectNode } from '@humanwhocodes/momoa';
import { findComma } from './find-comma.ts';
import { rangeOf } from './range-of.ts';
import type { Splice } from './splice.ts';
import { lineIndent, ownLineIndent, printBlock, type TextStyle } from './text-style.ts';

export interface NewMember {
  readonly key: string;
  readonly value: unknown;
}

/** Adds a member at the end of an object, laid out as its last one is. */
export function insertMember(
  text: string,
  node: ObjectNode,
  member: NewMember,
  style: TextStyle,
): readonly Splice[] {
  const last = node.members.at(-1);
  if (last === undefined) return insertFirst(text, node, member, style);
  const indentation = ownLineIndent(text, rangeOf(last).start);
  return indentation === undefined
    ? insertInline(text, node, last, member)
    : insertOnOwnLine(text, { node, last, indentation }, member, style);
}

/** Comments in the object stay before the new member; white space alone is laid out anew. */
function insertFirst(
  text: string,
  node: ObjectNode,
  member: NewMember,
  style: TextStyle,
): readonly Splice[] {
  const { start, end } = rangeOf(node);
  const inner = text.slice(start + 1, end - 1);
  const comments = inner.trimEnd();
  const rest = inner.slice(comments.length);
  const outer = lineIndent(text, node);
  const block = `${style.newline}${outer}${style.indent}${printMember(member, outer + style.indent, style)}`;
  const position = start + 1 + comments.length;
  if (comments === '')
    return [{ start: position, end: end - 1, text: block + style.newline + outer }];
  const added = rest.includes('\n') ? block : ` ${printInline(member)}`;
  return [{ start: position, end: position, text: added }];
}

function insertInline(
  text: string,
  node: ObjectNode,
  last: MemberNode,
  member: NewMember,
): readonly Splice[] {
  const { end } = rangeOf(last);
  const comma = findComma(text, end, rangeOf(node).end - 1);
  const added = ` ${printInline(member)}`;
  return comma === undefined
    ? [{ start: end, end, text: `,${added}` }]
    : [{ start: comma + 1, end: comma + 1, text: `${added},` }];
}

/** Block comments, then perhaps a line comment, that go on in the line of a member. */
const trailingComments = /(?:[ \t]*\/\*[\s\S]*?\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/y;

function insertOnOwnLine(
  text: string,
  place: { readonly node: ObjectNode; readonly last: MemberNode; readonly indentation: string },
  member: NewMember,
  style: TextStyle,
): readonly Splice[] {
  const { node, last, indentation } = place;
  const { end } = rangeOf(last);
  const comma = findComma(text, end, rangeOf(node).end - 1);
  trailingComments.lastIndex = comma === undefined ? end : comma + 1;
  const anchor = trailingComments.lastIndex + (trailingComments.exec(text)?.[0].length ?? 0);
  const added = `${style.newline}${indentation}${printMember(member, indentation, style)}`;
  return comma === undefined
    ? [
        { start: end, end, text: ',' },
        { start: anchor, end: anchor, text: added },
      ]
    : [{ start: anchor, end: anchor, text: `${added},` }];
}

function printMember({ key, value }: NewMember, indentation: string, style: TextStyle): string {
  return `${JSON.stringify(key)}: ${printBlock(value, indentation, style)}`;
}

function printInline({ key, value }: NewMember): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
}
