const extensions: ReadonlyMap<string, string> = new Map([
  ['application/json', 'json'],
  ['application/x-ndjson', 'jsonl'],
  ['text/csv', 'csv'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/heic', 'heic'],
  ['image/avif', 'avif'],
  ['image/bmp', 'bmp'],
  ['image/tiff', 'tiff'],
  ['image/x-icon', 'ico'],
  ['image/svg+xml', 'svg'],
  ['audio/wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/flac', 'flac'],
  ['audio/ogg', 'ogg'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['application/pdf', 'pdf'],
  ['application/gzip', 'gz'],
  ['application/zip', 'zip'],
]);

/** An extension that no system runs: one of a fixed list, else `txt` for text and `bin` for bytes. */
export function getFileExtension(mimeType: string, isText: boolean): string {
  return extensions.get(mimeType) ?? (isText ? 'txt' : 'bin');
}
