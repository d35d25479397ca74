/** Thousands of times what a reply of 512 tokens takes with its reasoning, and far below what one record of a run may hold. */
export const MAX_BODY_BYTES = 4 * 2 ** 20;

/** A server sent more than any reply has: a loop, another file, or a small body that unpacks to a large one. */
export class OversizedBody extends Error {
  constructor(maxBytes: number) {
    super(`a body of more than ${maxBytes} bytes`);
    this.name = 'OversizedBody';
  }
}

/**
 * The same response, whose body fails with {@link OversizedBody} beyond so many bytes, counted after unpacking; the rest is
 * never read.
 *
 * @throws RangeError for a status outside 200 to 599
 */
export function boundBody(response: Response, maxBytes = MAX_BODY_BYTES): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  // by hand: a transform takes several times as long, for each call
  const counted = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        bytes += value.length;
        if (bytes <= maxBytes) return controller.enqueue(value);
        const error = new OversizedBody(maxBytes);
        await reader.cancel(error);
        throw error;
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(counted, { status: response.status, statusText: response.statusText, headers: response.headers });
}
