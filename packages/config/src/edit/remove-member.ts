import type { ObjectNode } from '@humanwhocodes/momoa';
import { isLineComment, tokenize } from '../read/tokens.ts';
import { findComma } from './find-comma.ts';
import { rangeOf } from './range-of.ts';
import type { Splice } from './splice.ts';

/** What lies around a member: offsets in the text. */
interface Surroundings {
  /** End of what comes before: the opening brace or the member before. */
  readonly before: number;
  /** The comma after the member before, when it would be left at the end. */
  readonly commaBefore: number | undefined;
  readonly start: number;
  readonly end: number;
  readonly comma: number | undefined;
}

/** Removes a member with its comma; every comment stays. Undoes what `insertMember` does. */
export function removeMember(text: string, node: ObjectNode, index: number): readonly Splice[] {
  const { before, commaBefore, start, end, comma } = look(text, node, index);
  const commaIsNext = comma !== undefined && text.slice(end, comma).trim() === '';
  const cutEnd = commaIsNext ? comma + 1 : end;
  const object = rangeOf(node);
  const around = text.slice(object.start + 1, start) + text.slice(cutEnd, object.end - 1);
  if (around.trim() === '') return [{ start: object.start + 1, end: object.end - 1, text: '' }];
  const range = widen(text, { start, end: cutEnd, before, isFirst: index === 0 });
  const splices: Splice[] = [{ ...range, text: '' }];
  if (commaBefore !== undefined) splices.unshift(one(commaBefore));
  if (comma !== undefined && !commaIsNext) splices.push(one(comma));
  return splices;
}

function one(offset: number): Splice {
  return { start: offset, end: offset + 1, text: '' };
}

function look(text: string, node: ObjectNode, index: number): Surroundings {
  const [previous, member, next] = [index - 1, index, index + 1].map((at) => node.members[at]);
  if (member === undefined) throw new TypeError(`The object has no member ${index}.`);
  const { start, end } = rangeOf(member);
  const before = previous === undefined ? rangeOf(node).start + 1 : rangeOf(previous).end;
  const after = next === undefined ? rangeOf(node).end - 1 : rangeOf(next).start;
  const comma = findComma(text, end, after);
  const isLeftOver = previous !== undefined && comma === undefined;
  return {
    before,
    start,
    end,
    comma,
    commaBefore: isLeftOver ? findComma(text, before, start) : undefined,
  };
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly before: number;
  readonly isFirst: boolean;
}

/** Takes the white space on one side along: before the member where its line can go, else after it. */
function widen(text: string, { start, end, before, isFirst }: Cut): { start: number; end: number } {
  const gap = text.slice(before, start);
  const spaceBefore = gap.length - gap.trimEnd().length;
  const rest = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  const next = text[end + rest];
  const endsLine = next === undefined || next === '\n' || next === '\r';
  const startsLine = gap.slice(gap.length - spaceBefore).includes('\n');
  const afterLineComment = endsInLineComment(gap);
  const keepsLine = !endsLine && (startsLine ? next !== '}' || afterLineComment : isFirst);
  return keepsLine ? { start, end: end + rest } : { start: start - spaceBefore, end };
}

function endsInLineComment(text: string): boolean {
  const last = [...tokenize(text)].at(-1);
  return last !== undefined && isLineComment(last);
}
