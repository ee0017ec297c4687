import { type Lookup, lookUpVariable, type Variable } from './lookup.ts';
import { parseTemplate, type Reference } from './template.ts';

/** Fills in the references of a text that plain variables answer, and gives the others to `unknown`. */
export function fillKnown(
  text: string,
  lookup: Lookup,
  unknown: (reference: Reference) => string,
): string {
  const parts = parseTemplate(text).parts ?? [];
  return parts
    .map((part) => (typeof part === 'string' ? part : (lookUp(part, lookup) ?? unknown(part))))
    .join('');
}

function lookUp(reference: Reference, lookup: Lookup): string | undefined {
  if (reference.kind === 'variable') return lookUpVariable(reference, lookup);
  if (reference.kind !== 'env') return undefined;
  const variable: Variable = { kind: 'variable', name: reference.name };
  return lookUpVariable(variable, lookup);
}
