import type * as z from 'zod/mini';
import { formatField } from '../launch/launch-text.ts';

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Words an issue of a schema as one short sentence that names the field and holds no value. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  const field = formatField(
    (issue.path ?? []).map((part) => (typeof part === 'number' ? part : String(part))),
  );
  return field === '' ? `The entry ${problem(issue)}.` : `"${field}" ${problem(issue)}.`;
}

function problem(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${kinds[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty';
      return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_format':
      return 'must be "auto", "legacy" or a revision such as "2025-11-25"';
    default:
      return 'is invalid';
  }
}
