import { checkTimeBase } from './check-time-base.js';

const SECOND = 1_000_000;

describe('checkTimeBase', () => {
  // labels: 1800 s at 25 a second; tolerance of the end: the larger of 2 s and 1 percent of the media (18 s)
  test.each([
    ['all agree', 25, 1800, []],
    ['media unknown', null, null, []],
    ['rate within 1 percent', 24.99, 1800, []],
    ['labels a second longer', 25, 1799, []],
    ['another rate, same length', 30, 1800, ['labels count 25 frames a second, the media have 30; both are equally long, so times of the labels hold']],
    ['media cut short', 25, 60, ['labels end at 1800 s, the media at 60 s; labels beyond the media are left out']],
    ['media go on', 25, 2000, ['labels end at 1800 s, the media at 2000 s; the rest of the media is unlabelled']],
    ['rate unknown, media go on', null, 2000, ['labels end at 1800 s, the media at 2000 s; the rest of the media is unlabelled']],
  ])('%s', (_, mediaFrameRate, mediaEndSec, notes) => {
    const mediaEndMicros = mediaEndSec === null ? null : mediaEndSec * SECOND;
    expect(checkTimeBase({ labelFrameRate: 25, mediaFrameRate, labelEndMicros: 1800 * SECOND, mediaEndMicros })).toEqual(notes);
  });

  test('another rate and another length: 45,000 frames at 50 a second last 900 s, not 1800', () => {
    const base = { labelFrameRate: 25, mediaFrameRate: 50, labelEndMicros: 1800 * SECOND, mediaEndMicros: 900 * SECOND };
    expect(() => checkTimeBase(base)).toThrow(expect.objectContaining({ code: 'source/time-base-mismatch' }));
  });
});
