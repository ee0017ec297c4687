import { cleanLabel, truncateText } from '@toolpool/foundation/text';

const MAX_SHOWN_LENGTH = 100;

/** A server's own name of something, cleaned and short enough for a message. */
export function showName(name: string): string {
  return truncateText(cleanLabel(truncateText(name, 4 * MAX_SHOWN_LENGTH)), MAX_SHOWN_LENGTH);
}
