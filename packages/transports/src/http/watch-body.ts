export interface BodyWatch {
  /** Gets every chunk, and returns what the reader gets, if anything; what it throws ends the body. */
  readonly onChunk?: (chunk: Uint8Array) => readonly Uint8Array[];
  /** Returns what the reader gets after the last chunk. */
  readonly onLast?: () => readonly Uint8Array[];
  /** Returns what the reader gets, as the end of the body, when the body breaks; by default the error. */
  readonly onBroken?: () => readonly Uint8Array[];
  /** Runs once, when the body has been read to its end, failed, or was cancelled. */
  readonly onEnd?: () => void;
}

/** The same response, with its body under watch. */
export function watchBody(response: Response, watch: BodyWatch): Response {
  const { onEnd } = watch;
  if (response.body === null) {
    onEnd?.();
    return response;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, parts } = await readParts(reader, watch);
          for (const part of parts) controller.enqueue(part);
          if (!done) return;
          controller.close();
        } catch (error) {
          controller.error(error);
          reader.cancel(error).catch(() => {});
        }
        onEnd?.();
      },
      cancel(reason) {
        onEnd?.();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers, url } = response;
  // A response of one's own has no URL, on which redirect checks and event streams rely.
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', {
    value: url,
  });
}

/** What the reader gets next, which may take more than one chunk. */
async function readParts(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { onChunk, onLast, onBroken }: BodyWatch,
): Promise<{ readonly done: boolean; readonly parts: readonly Uint8Array[] }> {
  while (true) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      const parts = onBroken?.() ?? [];
      if (parts.length === 0) throw error;
      return { done: undefined, value: parts };
    });
    if (done === undefined) return { done: true, parts: value };
    if (done) return { done, parts: onLast?.() ?? [] };
    const parts = onChunk?.(value) ?? [value];
    if (parts.length > 0) return { done, parts };
  }
}
