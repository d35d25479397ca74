import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { type FrameSegments, readFrameSegments } from './read-frame-segments.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'medstream-frames-'));
});
afterAll(() => rm(root, { recursive: true }));

async function read(lines: readonly string[]): Promise<FrameSegments> {
  await writeFile(join(root, 'video01-phase.txt'), lines.join('\n'));
  return readFrameSegments({ root, path: 'video01-phase.txt', header: ['Frame', 'Phase'], vocabulary: ['A', 'B'], frameRate: 25 });
}

describe('readFrameSegments', () => {
  test('joins equal neighbours; a frame lasts 1/25 s = 40,000 us', async () => {
    const table = await read(['Frame\tPhase', '0\tA', '1\tA', '2\tB', '3\tA']);
    expect(table.segments).toEqual([
      { startMicros: 0, endMicros: 80_000, label: 'A' },
      { startMicros: 80_000, endMicros: 120_000, label: 'B' },
      { startMicros: 120_000, endMicros: 160_000, label: 'A' },
    ]);
    expect(table).toMatchObject({ rowCount: 4, lastFrame: 3, gapCount: 0 });
  });

  test('frames without a row stay unlabelled, and equal labels do not join over them', async () => {
    const table = await read(['Frame\tPhase', '2\tA', '3\tA', '6\tA']);
    // rows 2, 3 and 6: [80,000, 160,000) and [240,000, 280,000); leaps before 2 and before 6
    expect(table.segments).toEqual([
      { startMicros: 80_000, endMicros: 160_000, label: 'A' },
      { startMicros: 240_000, endMicros: 280_000, label: 'A' },
    ]);
    expect(table.gapCount).toBe(2);
  });

  test.each([
    ['no header', ['0\tA'], 'line 1: found "0 A", expected the header "Frame Phase"'],
    ['a header word as label', ['Frame\tPhase', '0\tPhase'], 'line 2: found "Phase", expected one of A, B'],
    ['a second header', ['Frame\tPhase', '0\tA', 'Frame\tPhase'], 'line 3: found "Frame", expected a frame number (0, 1, 2, …)'],
    ['an unknown label', ['Frame\tPhase', '0\tA', '1\ta'], 'line 3: found "a", expected one of A, B'],
    ['a missing cell', ['Frame\tPhase', '0\tA', '1'], 'line 3: found "1", expected two cells, Frame and Phase'],
    ['a cell too many', ['Frame\tPhase', '0\tA\tB'], 'line 2: found "0 A B", expected two cells, Frame and Phase'],
    ['a negative frame', ['Frame\tPhase', '-1\tA'], 'line 2: found "-1", expected a frame number (0, 1, 2, …)'],
    ['a time for a frame', ['Frame\tPhase', '0.04\tA'], 'line 2: found "0.04", expected a frame number (0, 1, 2, …)'],
    ['a repeated frame', ['Frame\tPhase', '0\tA', '0\tA'], 'line 3: found frame 0, expected a frame after 0'],
    ['a step back', ['Frame\tPhase', '0\tA', '5\tA', '4\tA'], 'line 4: found frame 4, expected a frame after 5'],
    ['no row', ['Frame\tPhase'], 'line 2: found nothing, expected a row'],
  ])('refuses %s, naming file and line', async (_, lines, message) => {
    await expect(read(lines)).rejects.toMatchObject({ code: 'source/bad-label', message: `video01-phase.txt ${message}` });
  });

  test('property: segments are sorted, do not overlap, are merged, and cover exactly the frames with rows', async () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('A', 'B')), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(rows, async (steps) => {
        let frame = -1;
        const labelled = new Map(
          steps.map(([step, label]) => {
            frame += step;
            return [frame, label];
          }),
        );
        const { segments } = await read(['Frame Phase', ...[...labelled].map((row) => row.join(' '))]);
        segments.slice(1).forEach((segment, index) => {
          const before = segments[index];
          expect(before && before.endMicros <= segment.startMicros).toBe(true);
          expect(before && before.endMicros === segment.startMicros && before.label === segment.label).toBe(false);
        });
        for (let at = 0; at <= frame + 1; at += 1) {
          const found = segments.find(({ startMicros, endMicros }) => startMicros <= at * 40_000 && at * 40_000 < endMicros);
          expect(found?.label).toBe(labelled.get(at));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a long table is read the same as its rows one by one, over the borders of what is held at a time', async () => {
    // rows of up to 9 bytes: 300,000 of them are 2.6 MB, and 2,097,152 bytes are held at a time
    const labelOf = (frame: number): string => (Math.floor(frame / 7919) % 2 === 0 ? 'A' : 'B');
    const { segments, rowCount, lastFrame, gapCount } = await read(['Frame\tPhase', ...Array.from({ length: 300_000 }, (_, frame) => `${frame}\t${labelOf(frame)}`)]);
    // 300,000 / 7,919 = 37.9: the label changes 37 times
    expect(segments).toEqual(Array.from({ length: 38 }, (_, index) => ({ startMicros: index * 7919 * 40_000, endMicros: Math.min((index + 1) * 7919, 300_000) * 40_000, label: index % 2 === 0 ? 'A' : 'B' })));
    expect({ rowCount, lastFrame, gapCount }).toEqual({ rowCount: 300_000, lastFrame: 299_999, gapCount: 0 });
  });

  test('a fault after many equal rows is named by its line', async () => {
    const rows = ['Frame\tPhase', ...Array.from({ length: 1000 }, (_, frame) => `${frame}\tA`)];
    await expect(read([...rows, '999\tA'])).rejects.toMatchObject({ message: 'video01-phase.txt line 1002: found frame 999, expected a frame after 999' });
    await expect(read([...rows, '', '1000\tA'])).rejects.toMatchObject({ message: 'video01-phase.txt line 1002: found a blank line, expected a row' });
  });
});
