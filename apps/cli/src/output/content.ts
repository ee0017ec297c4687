import { Buffer } from 'node:buffer';
import type { ModelContentBlock, ResultStore, SavedResult } from '@toolpool/results';
import type { CommandContext } from '../command-context.ts';
import type { OutputStream } from '../io.ts';
import { formatBytes } from './format-values.ts';
import { writeNote } from './notes.ts';
import { safeLine, safeText } from './text.ts';

export interface WriteContentOptions {
  /** Where texts go. */
  readonly stream: OutputStream;
  /** Where images are saved, under these names. */
  readonly store: ResultStore;
  readonly server: string;
  readonly tool: string;
}

/** Prints content for people: texts as they are, images saved, with a note where. */
export async function writeContent(
  context: CommandContext,
  content: readonly ModelContentBlock[],
  { stream, store, server, tool }: WriteContentOptions,
): Promise<void> {
  for (const block of content) {
    if (block.type === 'text') {
      const text = safeText(block.text);
      stream.write(text.endsWith('\n') ? text : `${text}\n`);
    } else {
      const data = Buffer.from(block.data, 'base64');
      const saved = await store.save({ server, tool, data, mimeType: block.mimeType });
      writeNote(context, describeSaved(saved));
    }
  }
}

/** One line that tells what lies where. */
export function describeSaved({ path, bytes, mimeType }: SavedResult): string {
  return `Saved ${safeLine(mimeType)}, ${formatBytes(bytes)}: ${safeLine(path)}`;
}
