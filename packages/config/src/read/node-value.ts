import type { MemberNode, ObjectNode, ValueNode } from '@humanwhocodes/momoa';
import type { FieldPath } from '../launch/launch-text.ts';
import type { Position } from './parse-jsonc.ts';

/** The value that a node stands for. `__proto__` is a key like any other; the last of equal keys counts. */
export function nodeValue(node: ValueNode): unknown {
  switch (node.type) {
    case 'Object':
      return Object.fromEntries(
        node.members.map((member) => [memberName(member), nodeValue(member.value)]),
      );
    case 'Array':
      return node.elements.map((element) => nodeValue(element.value));
    case 'Null':
      return null;
    case 'String':
    case 'Number':
    case 'Boolean':
      return node.value;
    default:
      throw new TypeError(`No JSON value has the type ${node.type}.`);
  }
}

export function memberName({ name }: MemberNode): string {
  return name.type === 'String' ? name.value : name.name;
}

/** The member that counts: the last of that name. */
export function findMember(node: ObjectNode, name: string): MemberNode | undefined {
  return node.members.findLast((member) => memberName(member) === name);
}

/** Where the field at `path` begins: its key, or the item of a list; the deepest one there is. */
export function findPosition(node: ValueNode, path: FieldPath): Position {
  const [part, ...rest] = path;
  if (node.type === 'Object' && typeof part === 'string') {
    const member = findMember(node, part);
    if (member === undefined) return startOf(node);
    return rest.length === 0 ? startOf(member) : findPosition(member.value, rest);
  }
  if (node.type === 'Array' && typeof part === 'number') {
    const element = node.elements[part];
    return element === undefined ? startOf(node) : findPosition(element.value, rest);
  }
  return startOf(node);
}

/** Where a node begins. */
export function startOf(node: MemberNode | ValueNode): Position {
  const { line, column } = node.loc.start;
  return { line, column };
}

/** Every key that its object has already, with its path. */
export function findDuplicates(
  node: ValueNode,
  path: FieldPath = [],
): readonly { readonly path: FieldPath; readonly position: Position }[] {
  if (node.type === 'Array') {
    return node.elements.flatMap(({ value }, index) => findDuplicates(value, [...path, index]));
  }
  if (node.type !== 'Object') return [];
  const seen = new Set<string>();
  return node.members.flatMap((member) => {
    const name = memberName(member);
    const here = [...path, name];
    const again = seen.has(name) ? [{ path: here, position: startOf(member) }] : [];
    seen.add(name);
    return [...again, ...findDuplicates(member.value, here)];
  });
}
