import { sniffMimeType } from './sniff-mime-type.ts';

/** Image types that every model API can view. */
const viewable: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

/** Types that hold others: what the server declared may be the better name (a `.docx` is a ZIP). */
const containers: ReadonlySet<string> = new Set([
  'application/zip',
  'application/gzip',
  'audio/ogg',
  'video/mp4',
  'video/webm',
]);

export function isViewableImage(mimeType: string): boolean {
  return viewable.has(mimeType);
}

/**
 * The media type of some bytes: what they prove, else what was declared. A viewable image is never
 * believed without proof: a model API refuses the whole conversation for one that is none.
 */
export function resolveMimeType(head: Uint8Array, declared: unknown): string {
  const proven = sniffMimeType(head);
  if (proven !== undefined && !containers.has(proven)) return proven;
  const claimed = parseMimeType(declared);
  if (claimed !== undefined && !viewable.has(claimed)) return claimed;
  return proven ?? 'application/octet-stream';
}

/** `type/subtype` in lower case, without parameters; `undefined` when it is none (RFC 6838 4.2). */
export function parseMimeType(declared: unknown): string | undefined {
  if (typeof declared !== 'string') return undefined;
  const essence = /^\s*([\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127})\s*(?:;|$)/.exec(declared)?.[1];
  const mimeType = essence?.toLowerCase();
  return mimeType === 'image/jpg' ? 'image/jpeg' : mimeType;
}
