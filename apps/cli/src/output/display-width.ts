/** Terminal cells that a text takes, colours aside; wide characters take two, marks none. */
export function displayWidth(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences.
  const bare = text.replace(/\u001b\[\d+m/g, '').replace(/\p{Mark}|\u200d/gu, '');
  const wide = bare.match(
    /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/gu,
  );
  return [...bare].length + (wide?.length ?? 0);
}
