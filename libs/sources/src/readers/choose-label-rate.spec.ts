import { chooseLabelRate, type LabelRateFacts } from './choose-label-rate.js';

const facts = (given: Partial<LabelRateFacts>): LabelRateFacts => ({
  path: 'a.csv',
  frameCount: 10_000,
  usualRates: [25, 50],
  statedRate: null,
  mediaFrameRate: null,
  mediaEndMicros: null,
  ...given,
});
const sec = (seconds: number): number => seconds * 1_000_000;

describe('chooseLabelRate', () => {
  // 10,000 frames are 400 s at 25 a second and 200 s at 50
  test.each([
    ['the media say 25', { mediaFrameRate: 25, mediaEndMicros: sec(400) }, 25, 0],
    ['the media say 50', { mediaFrameRate: 50, mediaEndMicros: sec(200) }, 50, 0],
    ['50 media, table says 50', { mediaFrameRate: 50, mediaEndMicros: sec(200), statedRate: 50 }, 50, 0],
    ['media encoded anew at 25, as long as 50 a second make the rows', { mediaFrameRate: 25, mediaEndMicros: sec(200), statedRate: 50 }, 50, 1],
    ['media encoded anew at 30', { mediaFrameRate: 30, mediaEndMicros: sec(400), statedRate: 25 }, 25, 1],
    ['no media, the table says 50', { statedRate: 50 }, 50, 0],
    ['media cut at 100 s, nothing disagrees about the rate', { mediaFrameRate: 25, mediaEndMicros: sec(100), statedRate: 25 }, 25, 1],
  ])('%s', (_, given, frameRate, noteCount) => {
    const chosen = chooseLabelRate(facts(given));
    expect([chosen.frameRate, chosen.notes.length]).toEqual([frameRate, noteCount]);
  });

  test.each([
    ['nothing is known', {}, 'a.csv counts frames, and nothing tells how many make a second'],
    ['media of an unusual rate', { mediaFrameRate: 30, mediaEndMicros: sec(400) }, 'a.csv counts frames, and nothing tells how many make a second'],
    ['rates disagree and neither fits 100 s', { mediaFrameRate: 25, mediaEndMicros: sec(100), statedRate: 50 }, 'the 10000 frames of a.csv last as long as the media neither at 25 nor at 50 frames a second'],
    ['an unusual rate and another length', { mediaFrameRate: 30, mediaEndMicros: sec(100), statedRate: 25 }, expect.stringContaining('labels end at 400 s')],
  ])('refuses when %s', (_, given, message) => {
    expect(() => chooseLabelRate(facts(given))).toThrow(expect.objectContaining({ code: 'source/time-base-mismatch', message }));
  });
});
