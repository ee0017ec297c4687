const MASK = '***';
const REFERENCE = /(\$\{[^}]*\})/;

/** A value as written, with `***` for what it says itself and for the defaults of its references. */
export function maskLiterals(value: string): string {
  const parts = value.split(REFERENCE).filter((part) => part !== '');
  return parts
    .map((part) => (REFERENCE.test(part) ? part.replace(/:-.*\}$/s, `:-${MASK}}`) : MASK))
    .join('');
}
