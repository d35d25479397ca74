import fc from 'fast-check';

import { planTargets } from './plan-targets.js';
import { auditFrames } from './prefix-guard.js';
import { selectFrames } from './select-frames.js';

/** 25 fps, 4 frames: 0, 40, 80, 120 ms; the last is on display until 160 ms. */
const four = [0, 40_000, 80_000, 120_000];
const select = (targetsMicros: number[], framePtsMicros = four, lastFrameDurationMicros: number | null = 40_000) =>
  selectFrames({ targetsMicros, framePtsMicros, lastFrameDurationMicros });

describe('selectFrames', () => {
  it.each([
    ['on the frame', 40_000, 40_000],
    ['a microsecond before the next', 79_999, 40_000],
    ['between two', 50_000, 40_000],
    ['inside the last', 155_000, 120_000],
  ])('%s: %d -> %d', (_, target, pts) => {
    expect(select([target])).toEqual([{ requestedMicros: target, ptsMicros: pts, frameIndex: four.indexOf(pts) }]);
  });

  // the last frame ends at 160 ms: one duration on is 200 ms, 1 s on is 1.16 s
  it.each([
    [200_000, 'silent'],
    [200_001, 'note'],
    [1_160_000, 'note'],
    [1_160_001, 'media/endpoint-beyond-end'],
  ])('end rule at %d: %s', (target, outcome) => {
    if (outcome.startsWith('media/')) expect(() => select([target])).toThrow(expect.objectContaining({ code: outcome }));
    else expect('note' in (select([target])[0] ?? {})).toBe(outcome === 'note');
  });

  it('keeps the note when the endpoint falls on the frame of an earlier target', () => {
    expect(select([130_000, 900_000])).toEqual([
      { requestedMicros: 130_000, ptsMicros: 120_000, frameIndex: 3, note: '0.9 is past the end; the last frame is at 0.12' },
    ]);
  });

  it('gives one frame for two targets on it', () => {
    expect(select([41_000, 50_000, 85_000]).map(({ ptsMicros }) => ptsMicros)).toEqual([40_000, 80_000]);
  });

  it('takes the last of equal times', () => {
    expect(select([5], [0, 0, 0])[0]?.frameIndex).toBe(2);
  });

  it('follows variable rate by time: 5 s at 10 fps, then 30 fps', () => {
    const frames = [...Array.from({ length: 50 }, (_, i) => i * 100_000), ...Array.from({ length: 150 }, (_, i) => 5_000_000 + Math.round((i * 1e6) / 30))];
    expect(select([5_000_000], frames)[0]).toMatchObject({ frameIndex: 50, ptsMicros: 5_000_000 });
  });

  it('leaves out targets before the first picture and says so', () => {
    expect(select([0, 2_000_000], [1_000_000, 2_000_000])).toEqual([
      { requestedMicros: 2_000_000, ptsMicros: 2_000_000, frameIndex: 1, note: 'no picture exists at or before 0' },
    ]);
    expect(() => select([0], [1_000_000])).toThrow(expect.objectContaining({ code: 'media/gap' }));
  });

  it('has no picture to give from nothing', () => {
    expect(() => select([0], [])).toThrow(expect.objectContaining({ code: 'media/undecodable' }));
  });

  const gaps = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 200 });

  it('never shows a frame later than its target, and shows each frame once, in order', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 50_000, max: 3_000_000 }), fc.nat(), fc.nat(), (durations, periodMicros, one, other) => {
        const frames = [0];
        for (const duration of durations) frames.push((frames.at(-1) as number) + duration);
        const last = frames.at(-1) as number;
        const [startMicros, endMicros] = [one % (last + 1), other % (last + 1)].sort((a, b) => a - b) as [number, number];
        const targets = planTargets({ startMicros, endMicros, periodMicros });
        const selected = select(targets, frames, 0);
        for (const { requestedMicros, ptsMicros, frameIndex } of selected) {
          expect(ptsMicros).toBeLessThanOrEqual(requestedMicros);
          expect(frames[frameIndex + 1] ?? Infinity).toBeGreaterThan(requestedMicros);
        }
        const shown = selected.map(({ frameIndex }) => frameIndex);
        expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
        // every target's own frame is there, found the slow way
        expect(shown).toEqual([...new Set(targets.map((target) => frames.findLastIndex((pts) => pts <= target)))]);
        expect(auditFrames({ endMicros, ptsMicros: selected.map(({ ptsMicros }) => ptsMicros) })).toBeNull();
      }),
    );
  });
});
