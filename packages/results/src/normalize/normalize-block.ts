import { cleanDeep, cleanText, truncateText } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import type { ContentAnnotations, ContentBlock } from '../content/content-block.ts';
import { normalizeBase64 } from '../media/normalize-base64.ts';
import { parseMimeType, resolveMimeType } from '../media/resolve-mime-type.ts';
import { SNIFF_BYTES } from '../media/sniff-mime-type.ts';
import type { JsonObject } from './json-object.ts';

/** Cleans the text of a block. */
export type CleanText = (text: string) => string;

/** What is wrong with a block, as the end of "it was left out: ...". */
export interface BlockProblem {
  readonly problem: string;
}

type BlockReader = (block: JsonObject, clean: CleanText) => ContentBlock | BlockProblem;

const readers: ReadonlyMap<unknown, BlockReader> = new Map<unknown, BlockReader>([
  ['text', readText],
  ['image', readImage],
  ['audio', readAudio],
  ['resource', readResource],
  ['resource_link', readResourceLink],
]);

/** Reads one block of a result leniently: a `null` is an absent field, a bare string is text. */
export function normalizeBlock(raw: unknown, clean: CleanText): ContentBlock | BlockProblem {
  if (typeof raw === 'string') return { type: 'text', text: clean(raw) };
  if (!isRecord(raw)) return { problem: `it is ${nameKind(raw)}, not an object` };
  const reader = readers.get(raw.type ?? 'text');
  if (reader !== undefined) return reader(raw, clean);
  return { problem: `its type is ${quote(raw.type)}, which MCP does not define` };
}

function readText(block: JsonObject, clean: CleanText): ContentBlock | BlockProblem {
  const { text } = block;
  if (typeof text !== 'string') return { problem: `its text is ${nameKind(text)}` };
  return { type: 'text', text: clean(text), ...readMetadata(block) };
}

function readImage(block: JsonObject): ContentBlock | BlockProblem {
  const media = readMedia(block, 'data');
  return 'problem' in media ? media : { type: 'image', ...media, ...readMetadata(block) };
}

function readAudio(block: JsonObject): ContentBlock | BlockProblem {
  const media = readMedia(block, 'data');
  return 'problem' in media ? media : { type: 'audio', ...media, ...readMetadata(block) };
}

function readResource(block: JsonObject, clean: CleanText): ContentBlock | BlockProblem {
  const { resource } = block;
  if (!isRecord(resource)) return { problem: `its resource is ${nameKind(resource)}` };
  const identity = {
    uri: readString(resource, 'uri') ?? '',
    ...readMeta(resource),
  };
  if (typeof resource.text === 'string') {
    const mimeType = parseMimeType(resource.mimeType);
    const text = { text: clean(resource.text), ...(mimeType && { mimeType }) };
    return { type: 'resource', resource: { ...identity, ...text }, ...readMetadata(block) };
  }
  const media = readMedia(resource, 'blob');
  if ('problem' in media) return media;
  const { data: blob, mimeType } = media;
  return { type: 'resource', resource: { ...identity, blob, mimeType }, ...readMetadata(block) };
}

function readResourceLink(block: JsonObject): ContentBlock | BlockProblem {
  const uri = readString(block, 'uri');
  if (uri === undefined) return { problem: `its uri is ${nameKind(block.uri)}` };
  const title = readString(block, 'title');
  const description = readString(block, 'description');
  const mimeType = parseMimeType(block.mimeType);
  const { size } = block;
  return {
    type: 'resource_link',
    uri,
    name: readString(block, 'name') ?? uri,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(typeof size === 'number' && { size }),
    ...readMetadata(block),
  };
}

function readMedia(
  holder: JsonObject,
  field: 'data' | 'blob',
): { readonly data: string; readonly mimeType: string } | BlockProblem {
  const base64 = holder[field];
  if (typeof base64 !== 'string') return { problem: `its ${field} is ${nameKind(base64)}` };
  const data = normalizeBase64(base64);
  if (data === undefined) return { problem: `its ${field} is not base64` };
  const head = Buffer.from(data.slice(0, Math.ceil(SNIFF_BYTES / 3) * 4), 'base64');
  if (head.length === 0) return { problem: `its ${field} is empty` };
  return { data, mimeType: resolveMimeType(head, holder.mimeType) };
}

function readMetadata(block: JsonObject): {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: JsonObject;
} {
  const { annotations } = block;
  return {
    ...(isRecord(annotations) && { annotations: cleanDeep(annotations) as ContentAnnotations }),
    ...readMeta(block),
  };
}

/** The `_meta` of a result or a block, cleaned, where it is an object. */
export function readMeta(holder: JsonObject): { readonly _meta?: JsonObject } {
  const { _meta: meta } = holder;
  return isRecord(meta) ? { _meta: cleanDeep(meta) as JsonObject } : {};
}

function readString(holder: JsonObject, field: string): string | undefined {
  const value = holder[field];
  return typeof value === 'string' ? cleanText(value) : undefined;
}

function nameKind(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function quote(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(truncateText(cleanText(value), 40))
    : nameKind(value);
}
