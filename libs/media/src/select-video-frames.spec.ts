import type { FrameIndex } from './frame-index.js';
import { createVideoSelector } from './select-video-frames.js';

/** 10 fps for 5 s on a clock that starts at 7 s; each frame lasts 100 ms. */
const clean: FrameIndex = {
  source: 'decoder',
  streamIndex: 0,
  timeBase: { numerator: 1, denominator: 10 },
  codec: 'h264',
  width: 8,
  height: 8,
  rotation: 0,
  frameTicks: Array.from({ length: 50 }, (_, index) => 70 + index),
  keyTicks: [],
  lastDurationTicks: 1,
  damagedTicks: [],
  suspectSpans: [],
};

/** The same with the pictures from `from` to `to` (frame numbers) lost. */
const damaged = (from: number, to: number): FrameIndex => ({
  ...clean,
  frameTicks: clean.frameTicks.filter((ticks) => ticks < 70 + from || ticks > 70 + to),
  damagedTicks: Array.from({ length: to - from + 1 }, (_, index) => 70 + from + index),
});

it('counts from the first displayed picture', () => {
  expect(createVideoSelector(clean, 'seconds')([0, 1_250_000])).toEqual([
    { requestedMicros: 0, ptsMicros: 0, frameIndex: 0 },
    { requestedMicros: 1_250_000, ptsMicros: 1_200_000, frameIndex: 12 },
  ]);
});

it('takes frame indices where that is the unit', () => {
  expect(createVideoSelector(clean, 'frames')([12_000_000, 49_000_000])).toEqual([
    { requestedMicros: 12_000_000, ptsMicros: 12_000_000, frameIndex: 12 },
    { requestedMicros: 49_000_000, ptsMicros: 49_000_000, frameIndex: 49 },
  ]);
});

// pictures 20 to 35 (2.0 to 3.5 s) are lost; the last good one is at 1.9 s
it.each([
  [1_950_000, 'good'],
  [2_050_000, 'note'],
  [2_900_000, 'note'], // just 1 s older
  [2_950_000, 'media/gap'],
  [3_600_000, 'good'],
])('damage at %d: %s', (target, outcome) => {
  const select = createVideoSelector(damaged(20, 35), 'seconds');
  if (outcome === 'media/gap') expect(() => select([target])).toThrow(expect.objectContaining({ code: 'media/gap' }));
  else expect(select([target])[0]?.note).toBe(outcome === 'note' ? 'the video is damaged at 2; the last good picture is at 1.9' : undefined);
});

it('sees the damage under a later target that shares the frame of an earlier one', () => {
  expect(createVideoSelector(damaged(20, 24), 'seconds')([1_950_000, 2_300_000])).toEqual([
    { requestedMicros: 1_950_000, ptsMicros: 1_900_000, frameIndex: 19, note: 'the video is damaged at 2; the last good picture is at 1.9' },
  ]);
});

it('says that a picture was decoded after damage', () => {
  const [frame] = createVideoSelector({ ...clean, damagedTicks: [80], suspectSpans: [[81, 90]] }, 'seconds')([1_500_000]);
  expect(frame?.note).toBe('decoded after damage; the picture may be faulty');
});
