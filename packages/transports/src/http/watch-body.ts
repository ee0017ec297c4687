/**
 * The same response, whose body tells when it is over: read to its end, broken or cancelled. That is
 * told once, and at once of a response without a body.
 */
export function watchBody(response: Response, onEnd: () => void): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        onEnd();
      },
      cancel(reason) {
        onEnd();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers, url } = response;
  // A response of one's own has no URL.
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', {
    value: url,
  });
}
