import type { Reference } from './template.ts';

/** Writes a reference as it stands in a file; its default, which may be a secret, as `***`. */
export function formatReference(reference: Reference): string {
  switch (reference.kind) {
    case 'variable':
      return `\${${reference.name}${reference.fallback === undefined ? '' : ':-***'}}`;
    case 'file':
      return `\${file:${reference.path}}`;
    case 'cmd':
      return `\${cmd:${reference.line}}`;
    case 'input':
      return `\${input:${reference.id}}`;
    default:
      return `\${${reference.kind}:${reference.name}}`;
  }
}
