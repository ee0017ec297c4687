import { truncateText } from '@toolpool/foundation/text';
import type {
  ContentBlock,
  ModelContentBlock,
  ResourceLinkBlock,
  TextBlock,
} from '../content/content-block.ts';
import { formatBytes } from '../describe/format-size.ts';
import { isViewableImage } from '../media/resolve-mime-type.ts';
import { cleanLargeText } from '../text/clean-large-text.ts';
import type { ResultReport } from './result-report.ts';

/** Longer texts, in UTF-16 units, are cleaned slice by slice. */
export const LARGE_TEXT_LENGTH = 1 << 18;

/** Base64 characters of an image; above it, model APIs refuse the whole conversation. */
const MAX_IMAGE_LENGTH = 5 * 1024 * 1024;

const MAX_LABEL_LENGTH = 2_048;

/**
 * Turns a block into what a model can take: text and viewable images. Everything else is saved, or
 * named at least; a link is only named, never fetched.
 */
export async function toModelBlocks(
  block: ContentBlock,
  report: ResultReport,
): Promise<readonly ModelContentBlock[]> {
  switch (block.type) {
    case 'text':
      return [await cleanTextBlock(block)];
    case 'image':
    case 'audio':
      return [await presentMedia(block, block.type === 'image' ? 'Image' : 'Audio', report)];
    case 'resource':
      return presentResource(block, report);
    case 'resource_link':
      return [toText(block, nameLink(block))];
  }
}

type EmbeddedResource = Extract<ContentBlock, { readonly type: 'resource' }>;
type Media = Extract<ContentBlock, { readonly data: string }>;

async function presentResource(
  block: EmbeddedResource,
  report: ResultReport,
): Promise<readonly ModelContentBlock[]> {
  const { resource } = block;
  const label = `Resource ${toLabel(resource.uri)}`.trim();
  if ('text' in resource) {
    const text = await cleanIfLarge(resource.text);
    return [toText({}, `[${label}]`), { ...withoutContent(block), type: 'text', text }];
  }
  const { blob: data, mimeType = 'application/octet-stream' } = resource;
  return [
    await presentMedia({ ...withoutContent(block), type: 'image', data, mimeType }, label, report),
  ];
}

/** An image that a model can view as it is; other bytes as a note of where they were saved. */
async function presentMedia(
  media: Media,
  label: string,
  report: ResultReport,
): Promise<ModelContentBlock> {
  const { data, mimeType } = media;
  const isViewable = media.type === 'image' && isViewableImage(mimeType);
  if (isViewable && data.length <= MAX_IMAGE_LENGTH) return { ...media, type: 'image' };
  return saveMedia(media, `${label}${isViewable ? ' too large to view' : ''}`, report);
}

/** Saves bytes and leaves a note in their place. */
export async function saveMedia(
  media: Media,
  label: string,
  report: ResultReport,
): Promise<TextBlock> {
  const bytes = Buffer.from(media.data, 'base64');
  const saved = await report.save(bytes, media.mimeType);
  if (saved === undefined) report.truncated = true;
  const place = saved === undefined ? 'left out, as it was not saved' : `saved to ${saved.path}`;
  return toText(media, `[${label} (${media.mimeType}, ${formatBytes(bytes.length)}): ${place}]`);
}

function nameLink({ uri, name, title, description, mimeType, size }: ResourceLinkBlock): string {
  const facts = [mimeType, size === undefined ? undefined : formatBytes(size)].filter(Boolean);
  const what = facts.length > 0 ? ` (${facts.join(', ')})` : '';
  const about = description === undefined ? '' : `: ${toLabel(description)}`;
  return `[Link to resource ${toLabel(title ?? name)} at ${toLabel(uri)}${what}${about}]`;
}

function toText(block: Partial<ContentBlock>, text: string): TextBlock {
  return { ...withoutContent(block), type: 'text', text };
}

function withoutContent({ annotations, _meta }: Partial<ContentBlock>) {
  return { ...(annotations && { annotations }), ...(_meta && { _meta }) };
}

/** One line, so that a server's words cannot pass for the host's. */
function toLabel(text: string): string {
  return truncateText(text, MAX_LABEL_LENGTH).replace(/\s+/g, ' ').trim();
}

async function cleanTextBlock(block: TextBlock): Promise<TextBlock> {
  const text = await cleanIfLarge(block.text);
  return text === block.text ? block : { ...block, text };
}

async function cleanIfLarge(text: string): Promise<string> {
  return text.length > LARGE_TEXT_LENGTH ? cleanLargeText(text) : text;
}
