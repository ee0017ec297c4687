const base64 = (bytes: readonly number[] | string) =>
  Buffer.from(typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)).toString('base64');

/** The first bytes of some kinds of file, in base64, long enough to be told apart. */
export const media = {
  png: base64([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  jpeg: base64([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]),
  gif: base64('GIF89a\x01\0\x01\0'),
  webp: base64('RIFF\x1a\0\0\0WEBPVP8 '),
  heic: base64('\0\0\0\x18ftypheic\0\0\0\0'),
  svg: base64('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
  wav: base64('RIFF\x24\0\0\0WAVEfmt '),
  pdf: base64('%PDF-1.7\n'),
  zip: base64('PK\x03\x04\x14\0'),
  junk: base64('no kind of file at all'),
};
