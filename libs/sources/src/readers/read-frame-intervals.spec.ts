import fc from 'fast-check';

import { makeSourceFolder } from '../testing/source-folder.js';
import { readFrameIntervals } from './read-frame-intervals.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const LABELS = new Map([['G1', 'reach'], ['G2', 'push']]);

test('property: every frame of a row has its label, frames between rows have none, whether counted from 0 or 1', async () => {
  const rows = fc.array(fc.record({ gap: fc.nat(3), length: fc.integer({ min: 1, max: 9 }), cell: fc.constantFrom('G1', 'G2') }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom<0 | 1>(0, 1), async (given, firstFrame) => {
      let next = 0;
      const labelOfFrame = new Map<number, string>();
      const lines = given.map(({ gap, length, cell }) => {
        const start = next + gap;
        next = start + length;
        for (let frame = start; frame < next; frame += 1) labelOfFrame.set(frame, LABELS.get(cell) as string);
        return `${start + firstFrame} ${next - 1 + firstFrame} ${cell} `;
      });
      await folder.put('trial.txt', lines.join('\n'));
      const { intervals } = await readFrameIntervals({ root: folder.root, path: 'trial.txt', labelOfCell: LABELS, frameRate: 30, firstFrame });
      for (let frame = 0; frame <= next; frame += 1) {
        // the middle of the frame, so that rounding to microseconds does not matter
        const atMicros = ((frame + 0.5) * 1_000_000) / 30;
        const held = intervals.filter(({ startMicros, endMicros }) => startMicros <= atMicros && atMicros < endMicros).map(({ label }) => label);
        expect(held).toEqual(labelOfFrame.has(frame) ? [labelOfFrame.get(frame)] : []);
      }
    }),
    { numRuns: 60 },
  );
});
