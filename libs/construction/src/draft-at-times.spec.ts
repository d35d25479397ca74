import type { PresenceTrack, Timeline } from '@medstream/schema';

import { createBuildContext } from './build-context.js';
import { constructionOptionsSchema } from './construction-options.js';
import { countPerGroup, draftAtTimes } from './draft-at-times.js';
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
  test.each([
    // three candidates for each item, shared among the groups; never under two of a group
    ['one group', 10, 1, 30],
    ['groups that share evenly', 10, 10, 3],
    ['a share that is rounded up', 10, 7, 5],
    ['more groups than candidates', 2, 50, 2],
    ['no group', 2, 0, 6],
  ])('%s', (_, wantedItems, groups, expected) => {
    expect(countPerGroup(wantedItems, groups)).toBe(expected);
  });

  test('each group is tried in its order until it has given its share; the rest counts as over the cap', () => {
    const { context, view, leftOut } = open();
    const seconds = (...list: number[]) => list.map((second) => second * SECOND);
    const proposed = [seconds(90, 10, 11, 12), seconds(50, 0, 20, 21, 22)];
    // two groups and one item: two of each
    const made = draftAtTimes(context, view, { proposed, wantedItems: 1, draft: (queryMicros) => queryMicros / SECOND });
    expect(made).toEqual([90, 10, 20, 21]);
    // second 50 is not labelled, second 0 has no window before it; 11, 12 and 22 were not needed
    expect(leftOut.toRecord()).toEqual({ 'over-cap': 3, 'unlabelled': 1, 'window-too-short': 1 });
  });

  test('a moment of several groups is tried once, and one that was not needed may serve another group', () => {
    const { context, view } = open();
    const tried: number[] = [];
    const proposed = [[10, 11, 12], [12, 10, 13, 14]].map((group) => group.map((second) => second * SECOND));
    const made = draftAtTimes(context, view, {
      proposed,
      wantedItems: 1,
      draft: (queryMicros) => {
        tried.push(queryMicros / SECOND);
        return queryMicros === 13 * SECOND ? null : queryMicros / SECOND;
      },
    });
    expect(tried).toEqual([10, 11, 12, 13, 14]);
    expect(made).toEqual([10, 11, 12, 14]);
  });
});
