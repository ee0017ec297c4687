/** A type and the bytes, as Latin-1 text, that stand at each offset. */
type Signature = readonly [mimeType: string, marks: Readonly<Record<number, string>>];

const signatures: readonly Signature[] = [
  ['image/png', { 0: '\x89PNG\r\n\x1a\n' }],
  ['image/jpeg', { 0: '\xff\xd8\xff' }],
  ['image/gif', { 0: 'GIF87a' }],
  ['image/gif', { 0: 'GIF89a' }],
  ['image/webp', { 0: 'RIFF', 8: 'WEBP' }],
  ['image/heic', { 4: 'ftyphei' }],
  ['image/heic', { 4: 'ftypmif1' }],
  ['image/avif', { 4: 'ftypavif' }],
  ['image/bmp', { 0: 'BM', 6: '\0\0\0\0' }],
  ['image/tiff', { 0: 'II*\0' }],
  ['image/tiff', { 0: 'MM\0*' }],
  ['image/x-icon', { 0: '\0\0\x01\0' }],
  ['audio/wav', { 0: 'RIFF', 8: 'WAVE' }],
  ['audio/mpeg', { 0: 'ID3' }],
  ['audio/mpeg', { 0: '\xff\xfb' }],
  ['audio/flac', { 0: 'fLaC' }],
  ['application/pdf', { 0: '%PDF-' }],
  ['audio/ogg', { 0: 'OggS' }],
  ['video/mp4', { 4: 'ftyp' }],
  ['video/webm', { 0: '\x1aE\xdf\xa3' }],
  ['application/gzip', { 0: '\x1f\x8b\x08' }],
  ['application/zip', { 0: 'PK\x03\x04' }],
];

/** How many leading bytes {@link sniffMimeType} looks at. */
export const SNIFF_BYTES = 512;

/** The media type that the first bytes prove, if they prove one. */
export function sniffMimeType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, SNIFF_BYTES)).toString('latin1');
  const signature = signatures.find(([, marks]) =>
    Object.entries(marks).every(([offset, mark]) => head.startsWith(mark, Number(offset))),
  );
  return signature?.[0] ?? (isSvg(head) ? 'image/svg+xml' : undefined);
}

function isSvg(head: string): boolean {
  return /^(?:\xef\xbb\xbf)?\s*</.test(head) && /<svg[\s>]/.test(head) && !/<html/i.test(head);
}
