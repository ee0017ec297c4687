export interface BodyWatch {
  /** Sees every chunk before the reader does; what it throws ends the body. */
  readonly onChunk?: (chunk: Uint8Array) => void;
  /** Runs once, when the body has been read to its end, failed, or was cancelled. */
  readonly onEnd?: () => void;
}

/** The same response, with its body under watch. */
export function watchBody(response: Response, { onChunk, onEnd }: BodyWatch): Response {
  if (response.body === null) {
    onEnd?.();
    return response;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            onChunk?.(value);
            controller.enqueue(value);
            return;
          }
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
