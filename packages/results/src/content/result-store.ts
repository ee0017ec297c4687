export interface SaveRequest {
  /** Configured name of the server; names a file only after normalisation. */
  readonly server: string;
  /** The server's own name of the tool. */
  readonly tool: string;
  readonly data: string | Uint8Array;
  readonly mimeType?: string;
}

/** A result, or a part of one, that lies in a store. */
export interface SavedResult {
  readonly path: string;
  readonly bytes: number;
  readonly mimeType: string;
}

/** Where results go that are too large, or of the wrong kind, for a model. */
export interface ResultStore {
  /** Keeps `data`; rejects when it cannot, which costs the caller nothing but the file. */
  save(request: SaveRequest): Promise<SavedResult>;
}
