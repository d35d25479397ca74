import type { PresenceTrack, Timeline } from '@medstream/schema';

import { createBuildContext } from './build-context.js';
import { constructionOptionsSchema } from './construction-options.js';
import { draftAtTimes } from './draft-at-times.js';
import { LeftOutCounter } from './left-out.js';

const SECOND = 1_000_000;
const TRACK: PresenceTrack = {
  kind: 'presence',
  signal: 'tool',
  vocabulary: ['hook'],
  labelSource: 'original_annotation',
  holdMicros: SECOND,
  // second 0 to 99 with a label each, but for second 50, of which nothing is known
  samples: Array.from({ length: 100 }, (_, second) => ({ atMicros: second * SECOND, labels: second === 50 ? null : ['hook'] })),
};
const TIMELINE: Timeline = {
  schemaVersion: 1,
  notes: [],
  dataset: 'set',
  videoId: 'video',
  caseId: 'case',
  organ: 'abdomen',
  media: { path: 'video.mp4', type: 'video', frameRate: 25, isPresent: true, width: 640, height: 360, lastFrameMicros: 100 * SECOND - 40_000 },
  tracks: [TRACK],
  sourceFiles: [],
};

function open() {
  const leftOut = new LeftOutCounter();
  const context = createBuildContext(TIMELINE, constructionOptionsSchema.parse({}), leftOut);
  const view = context?.views[0];
  if (context === null || view === undefined) throw new Error('the timeline has no view');
  return { context, view, leftOut };
}

describe('draftAtTimes', () => {
  test('moments that may not be asked about, and those that need not be tried, are counted by reason', () => {
    const { context, view, leftOut } = open();
    const seconds = (...list: number[]) => list.map((second) => second * SECOND);
    const proposed = [seconds(90, 10, 11, 12, 13), seconds(50, 0, 20, 21, 22)];
    // three are sought for one item: 90 in the first turn, 10 in the second, 11 and 20 in the third
    const made = draftAtTimes(context, view, { proposed, wantedItems: 1, draft: (queryMicros) => queryMicros / SECOND });
    expect(made).toEqual([90, 10, 11, 20]);
    // second 50 is not labelled, second 0 has no window before it; 12, 13, 21 and 22 were not needed
    expect(leftOut.toRecord()).toEqual({ 'not-tried': 4, 'unlabelled': 1, 'window-too-short': 1 });
  });

  test('a moment of several groups is tried once', () => {
    const { context, view } = open();
    const tried: number[] = [];
    const proposed = [[10, 11], [10, 13, 14]].map((group) => group.map((second) => second * SECOND));
    const made = draftAtTimes(context, view, {
      proposed,
      wantedItems: 1,
      draft: (queryMicros) => {
        tried.push(queryMicros / SECOND);
        return queryMicros === 13 * SECOND ? null : queryMicros / SECOND;
      },
    });
    expect(tried).toEqual([10, 11, 13, 14]);
    expect(made).toEqual([10, 11, 14]);
  });
});
