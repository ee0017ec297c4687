/** Terminal cells that a text without colours takes; wide characters take two, marks none. */
export function displayWidth(text: string): number {
  const bare = text.replace(MARKS, '');
  return [...bare].length + (bare.match(WIDE)?.length ?? 0);
}

const MARKS = /\p{Mark}|\u200d/gu;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/gu;
