/** UTF-16 units that are looked at, encoded or written in one go. */
export const SLICE_LENGTH = 1 << 19;

/** How far back a good place to cut is looked for. */
const LOOK_BACK = 256;

/**
 * Cuts a text into slices of at most {@link SLICE_LENGTH}, after white space where there is some
 * near, never through a surrogate pair. Slices share the memory of the text.
 */
export function* textSlices(text: string): Generator<string, void> {
  for (let start = 0; start < text.length; ) {
    const end = findSliceEnd(text, start + SLICE_LENGTH);
    yield text.slice(start, end);
    start = end;
  }
}

function findSliceEnd(text: string, limit: number): number {
  if (limit >= text.length) return text.length;
  for (let end = limit; end > limit - LOOK_BACK; end -= 1) {
    if (isWhiteSpace(text.charCodeAt(end - 1))) return end;
  }
  return isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
}

function isWhiteSpace(unit: number): boolean {
  return unit === 0x0a || unit === 0x20;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
