import fc from 'fast-check';

import { createSampleThinner, type PresenceRow } from './thin-samples.js';

const FRAME = 40_000;
const HOLD = 1_000_000;

function thin(rows: readonly (readonly [number, string[] | null])[]): ReturnType<ReturnType<typeof createSampleThinner>['finish']> {
  const thinner = createSampleThinner(HOLD);
  rows.forEach(([frame, labels]) => thinner.add({ startMicros: frame * FRAME, endMicros: (frame + 1) * FRAME, labels }));
  return thinner.finish();
}

describe('createSampleThinner', () => {
  test('steady labels become one sample a second, closed where the rows end', () => {
    // 60 frames of 40 ms are 2.4 s: samples at 0, 1 and 2 s; the last would hold to 3 s but rows end at 2.4 s
    expect(thin(Array.from({ length: 60 }, (_, frame) => [frame, ['A']] as const))).toEqual([
      { atMicros: 0, labels: ['A'] },
      { atMicros: 1_000_000, labels: ['A'] },
      { atMicros: 2_000_000, labels: ['A'] },
      { atMicros: 2_400_000, labels: null },
    ]);
  });

  test('a change is kept to the frame, missing rows are unknown', () => {
    // A in frames 0-2, B in 3-4, none of 5-6, B again in 7
    const rows = [0, 1, 2, 3, 4, 7].map((frame): [number, string[]] => [frame, [frame < 3 ? 'A' : 'B']]);
    expect(thin(rows)).toEqual([
      { atMicros: 0, labels: ['A'] },
      { atMicros: 120_000, labels: ['B'] },
      { atMicros: 200_000, labels: null },
      { atMicros: 280_000, labels: ['B'] },
      { atMicros: 320_000, labels: null },
    ]);
  });

  test('property: at each frame the samples say what its row says, and unknown where there is none', () => {
    const step = fc.record({ skipped: fc.constantFrom(0, 0, 0, 0, 1, 30), labels: fc.constantFrom<string[] | null>(['A'], ['A'], ['A', 'B'], [], null) });
    const runs = fc.array(fc.record({ step, count: fc.integer({ min: 1, max: 40 }) }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(runs, (given) => {
        const rows: [number, string[] | null][] = [];
        let frame = 0;
        for (const { step: { skipped, labels }, count } of given) {
          frame += skipped;
          for (let index = 0; index < count; index += 1) rows.push([frame++, labels]);
        }
        const samples = thin(rows);
        const said = new Map<number, PresenceRow['labels']>(rows);
        for (let at = 0; at < frame + 30; at += 1) {
          const sample = samples.findLast(({ atMicros }) => atMicros <= at * FRAME);
          const isHeld = sample !== undefined && at * FRAME < sample.atMicros + HOLD;
          expect(isHeld ? sample.labels : null).toEqual(said.get(at) ?? null);
        }
        samples.slice(1).forEach(({ atMicros }, index) => expect(atMicros).toBeGreaterThan(samples[index]?.atMicros ?? -1));
      }),
    );
  });
});
