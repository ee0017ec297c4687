const DATA_LINE = /^data(?::|$)/;
const TYPE_LINE = /^event(?::|$)/;

/**
 * Tidies the message in an event, and keeps its other lines. `undefined` when there is nothing to
 * tidy, or no message.
 */
export function tidyEvent(event: Buffer, tidy: (data: unknown) => unknown): Buffer | undefined {
  // A byte-order mark may stand where the stream begins.
  const lines = event
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '');
  const type = lines.findLast((line) => TYPE_LINE.test(line)) ?? '';
  if (!['', 'message'].includes(readValue(type))) return undefined;
  const data = lines.filter((line) => DATA_LINE.test(line)).map(readValue);
  const tidied = tidyJson(data.join('\n'), tidy);
  if (tidied === undefined) return undefined;
  const others = lines.filter((line) => !DATA_LINE.test(line));
  return Buffer.from([...others, `data: ${tidied}`, '', ''].join('\n'));
}

function tidyJson(json: string, tidy: (data: unknown) => unknown): string | undefined {
  try {
    const data: unknown = JSON.parse(json);
    const tidied = tidy(data);
    return tidied === data ? undefined : JSON.stringify(tidied);
  } catch {
    // No JSON, or deeper than the stack: the reader says so.
    return undefined;
  }
}

function readValue(line: string): string {
  return line.replace(/^[^:]*:? ?/, '');
}
