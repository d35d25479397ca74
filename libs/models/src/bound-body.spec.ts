import { boundBody, OversizedBody } from './bound-body.js';

const chunked = (...sizes: number[]) => {
  let pulled = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const size = sizes[pulled];
        if (size === undefined) return controller.close();
        pulled += 1;
        controller.enqueue(new Uint8Array(size).fill(97));
      },
      cancel: () => void (isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(body, { status: 429, statusText: 'Slow', headers: { 'retry-after': '3' } }), pulled: () => pulled, isCancelled: () => isCancelled };
};

describe('boundBody', () => {
  it('leaves a body of just the limit as it came, with status and headers', async () => {
    const bounded = boundBody(chunked(4, 6).response, 10);
    expect([bounded.status, bounded.statusText, bounded.headers.get('retry-after')]).toEqual([429, 'Slow', '3']);
    expect(await bounded.text()).toBe('a'.repeat(10));
  });

  it('ends a longer one with its first byte too many, and lets go of the rest', async () => {
    const { response, pulled, isCancelled } = chunked(4, 6, 1, ...Array.from({ length: 50 }, () => 100));
    await expect(boundBody(response, 10).text()).rejects.toThrow(OversizedBody);
    // the three that tell, and at most the one that was asked for ahead
    expect(pulled()).toBeLessThanOrEqual(4);
    expect(isCancelled()).toBe(true);
  });

  it('passes on a response without a body', () => {
    const response = new Response(null, { status: 204 });
    expect(boundBody(response, 10)).toBe(response);
  });
});
