import { displayWidth } from './display-width.ts';

/** Breaks text into lines of a width, between words where it can. */
export function wrapText(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(`${line} ${word}`) > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
    while (displayWidth(line) > width) {
      const end = cutAt(line, width);
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}

/** How many UTF-16 units of a text fit a width; one character always does. */
export function cutAt(text: string, width: number): number {
  let end = 0;
  let used = 0;
  for (const character of text) {
    used += displayWidth(character);
    if (used > width && end > 0) break;
    end += character.length;
  }
  return end;
}
