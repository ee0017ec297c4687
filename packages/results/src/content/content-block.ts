/** What a client may tell about a block (MCP 2025-11-25, Annotations). */
export interface ContentAnnotations {
  readonly audience?: readonly string[];
  readonly priority?: number;
  readonly lastModified?: string;
  readonly [name: string]: unknown;
}

interface BlockMetadata {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface TextBlock extends BlockMetadata {
  readonly type: 'text';
  readonly text: string;
}

export interface ImageBlock extends BlockMetadata {
  readonly type: 'image';
  /** Base64. */
  readonly data: string;
  /** As sniffed from the bytes; what the server declared only where they tell nothing. */
  readonly mimeType: string;
}

export interface AudioBlock extends BlockMetadata {
  readonly type: 'audio';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface TextResourceContents extends ResourceContents {
  readonly text: string;
}

export interface BlobResourceContents extends ResourceContents {
  /** Base64. */
  readonly blob: string;
}

export interface EmbeddedResourceBlock extends BlockMetadata {
  readonly type: 'resource';
  readonly resource: TextResourceContents | BlobResourceContents;
}

/** Without the icons of a link, which nothing here fetches. */
export interface ResourceLinkBlock extends BlockMetadata {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
}

/** One block of a result as MCP 2025-11-25 defines it, checked and cleaned. */
export type ContentBlock =
  | TextBlock
  | ImageBlock
  | AudioBlock
  | EmbeddedResourceBlock
  | ResourceLinkBlock;

/** What every model API can take: the blocks of a processed result. */
export type ModelContentBlock = TextBlock | ImageBlock;
