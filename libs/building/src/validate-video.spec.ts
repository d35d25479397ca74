import type { BenchmarkItem, Timeline } from '@medstream/schema';

import { makeToyItem } from './testing/memory-build.js';
import { validateVideo } from './validate-video.js';

function timelineOf(media: Partial<Timeline['media']>): Timeline {
  return {
    schemaVersion: 1,
    dataset: 'toyset',
    videoId: 'video01',
    caseId: 'toyset/video01',
    organ: 'gallbladder',
    media: { path: 'video01.mp4', type: 'video', isPresent: true, lastFrameMicros: 59_960_000, frameRate: 25, width: 64, height: 48, ...media },
    tracks: [],
    sourceFiles: [],
    notes: [],
  };
}

describe('validateVideo', () => {
  it('keeps sound candidates and gives reasons for the others, in order', () => {
    const strange = { ...makeToyItem('video01', 1), colour: 'red' } as BenchmarkItem;
    const wrong: BenchmarkItem = { ...makeToyItem('video01', 2), answer: 'Lunch' };
    const { accepted, rejected } = validateVideo([makeToyItem('video01', 0), strange, wrong, makeToyItem('video01', 3)], timelineOf({}));
    expect(accepted.map(({ item }) => item.sample_id)).toEqual(['toyset-video01-0', 'toyset-video01-3']);
    expect(rejected.map(({ candidate, findings }) => [candidate.sample_id, findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)])).toEqual([
      ['toyset-video01-1', ['schema/invalid']],
      ['toyset-video01-2', expect.arrayContaining(['closed/answer-not-in-choices'])],
    ]);
  });

  it.each([
    // the window ends at 40 s; more than 1 s after the last frame is over (40 ms at 25 a second) is an error
    ['a video that is long enough', { lastFrameMicros: 39_970_000 }, []],
    ['a video that ends late enough', { lastFrameMicros: 38_960_000 }, ['media/late-endpoint']],
    ['a video that ends before', { lastFrameMicros: 38_959_999 }, ['media/beyond-end']],
    ['a video that was not read', { lastFrameMicros: null }, []],
    // 25 pictures a second, the last one number 1000 = 40 s; items of sequences count pictures, here 40
    ['a sequence that is long enough', { type: 'image_sequence', lastFrameMicros: 40_000_000, frameRate: 25 }, []],
    ['a sequence of unknown rate', { type: 'image_sequence', lastFrameMicros: 1, frameRate: null }, []],
    ['a sequence whose last picture is number 38', { type: 'image_sequence', lastFrameMicros: 1_520_000, frameRate: 25 }, []],
    ['a sequence whose last picture is number 37', { type: 'image_sequence', lastFrameMicros: 1_480_000, frameRate: 25 }, ['media/beyond-end']],
  ] as const)('holds windows against %s', (_what, media, codes) => {
    const { accepted, rejected } = validateVideo([makeToyItem('video01', 0)], timelineOf(media));
    expect([...accepted, ...rejected].flatMap(({ findings }) => findings.map(({ code }) => code))).toEqual(codes);
  });

  it.each([
    // the last picture is at 59.96 s: labels may reach 2 s further, and must cover half
    ['labels up to the end', {}, 61_960_000, []],
    ['labels past the end', {}, 61_960_001, ['media/shorter-than-labels']],
    ['labels of the first part only', {}, 29_979_999, ['media/length-mismatch']],
    ['labels of unknown length', {}, null, []],
    // one picture in 2 s: that of 60 s is number 30, labels up to 66 s reach number 33; the window ends at number 40
    ['a sequence', { type: 'image_sequence', lastFrameMicros: 60_000_000, frameRate: 0.5 }, 66_000_000, ['media/shorter-than-labels', 'media/beyond-end']],
  ] as const)('compares the media with %s', (_what, media, labelEndMicros, codes) => {
    const { accepted, rejected } = validateVideo([makeToyItem('video01', 0)], { media: timelineOf(media).media, labelEndMicros });
    expect([...accepted, ...rejected].flatMap(({ findings }) => findings.map(({ code }) => code))).toEqual(codes);
  });
});
