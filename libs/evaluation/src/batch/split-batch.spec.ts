import { stringifyJsonLine } from '@medstream/schema';
import fc from 'fast-check';

import type { BatchLine } from './batch-lines.js';
import { splitBatch } from './split-batch.js';

const line = (id: string, body = ''): BatchLine => ({ custom_id: id, method: 'POST', url: '/v1/chat/completions', body });
const sizeOf = (value: BatchLine): number => Buffer.byteLength(stringifyJsonLine(value)) + 1;

async function split(lines: readonly BatchLine[], limits: { maxBytes?: number; maxRequests?: number }) {
  const files: BatchLine[][] = [];
  const list = async function* () {
    yield* lines;
  };
  const parts = await splitBatch(list(), { maxBytes: 1e6, maxRequests: 1e6, ...limits }, async (number, part) => {
    expect(number).toBe(files.length + 1);
    const file: BatchLine[] = [];
    for await (const value of part) file.push(value);
    files.push(file);
  });
  return { parts, files };
}

describe('splitBatch', () => {
  it('writes no file where there is nothing to ask', async () => {
    expect(await split([], {})).toEqual({ parts: [], files: [] });
  });

  it('begins a file when the next request would pass a limit', async () => {
    const lines = ['a', 'b', 'c', 'd', 'e'].map((id) => line(id));
    const size = sizeOf(line('a'));
    expect((await split(lines, { maxRequests: 2 })).parts).toEqual([{ requests: 2, bytes: 2 * size }, { requests: 2, bytes: 2 * size }, { requests: 1, bytes: size }]);
    expect((await split(lines, { maxBytes: 3 * size })).parts).toEqual([{ requests: 3, bytes: 3 * size }, { requests: 2, bytes: 2 * size }]);
    // one byte less holds one line less
    expect((await split(lines, { maxBytes: 3 * size - 1 })).parts.map(({ requests }) => requests)).toEqual([2, 2, 1]);
  });

  it('names a request that no file could hold', async () => {
    await expect(split([line('a'), line('job-large', 'x'.repeat(500))], { maxBytes: 400 })).rejects.toMatchObject({ code: 'input/too-large', message: expect.stringContaining('job-large') as string });
  });

  it('loses none, keeps the order, and passes no limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 })), fc.integer({ min: 400, max: 900 }), fc.integer({ min: 1, max: 4 }), async (bodies, maxBytes, maxRequests) => {
        const lines = bodies.map((body, index) => line(String(index), body));
        const { parts, files } = await split(lines, { maxBytes, maxRequests });
        expect(files.flat()).toEqual(lines);
        files.forEach((file, index) => {
          const bytes = file.reduce((sum, value) => sum + sizeOf(value), 0);
          expect([bytes <= maxBytes, file.length >= 1 && file.length <= maxRequests, parts[index]]).toEqual([true, true, { requests: file.length, bytes }]);
        });
      }),
      { numRuns: 50 },
    );
  });
});
