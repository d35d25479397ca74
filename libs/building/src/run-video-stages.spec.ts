import { hashText, type Timeline } from '@medstream/schema';

import type { VideoTask } from './build-ports.js';
import { listToyVideos, TOY_SOURCE } from './testing/memory-build.js';
import { runVideoStages } from './run-video-stages.js';
import { formatVideoResult } from './video-result.js';

const [video] = listToyVideos(1) as [VideoTask['video']];
const findBlankSpans = () => Promise.reject(new Error('the toy set marks no pictures'));
const task: VideoTask = { source: TOY_SOURCE, video, seed: 1, allowMissingMedia: false };
const phases = ['Preparation', 'Dissection', 'Clipping', 'Packaging'];

/** Eight phases of 45 s each. */
const timeline: Timeline = {
  schemaVersion: 1,
  dataset: 'toyset',
  videoId: 'video01',
  caseId: 'toyset/video01',
  organ: 'gallbladder',
  media: { path: 'video01.mp4', type: 'video', isPresent: true, lastFrameMicros: 360_000_000, frameRate: 25, width: 64, height: 48 },
  tracks: [
    {
      kind: 'interval',
      role: 'state',
      signal: 'phase',
      vocabulary: phases,
      labelSource: 'original_annotation',
      segments: Array.from({ length: 8 }, (_, index) => ({ startMicros: index * 45_000_000, endMicros: (index + 1) * 45_000_000, label: phases[index % 4] as string })),
      instantsMicros: null,
      known: null,
    },
  ],
  sourceFiles: [{ path: 'labels/video01.txt', sha256: hashText('labels') }],
  notes: ['one row was empty'],
};

describe('runVideoStages', () => {
  it('turns labels into accepted items, with what the manifest needs', async () => {
    const result = await runVideoStages({ readTimeline: async () => timeline, findBlankSpans }, task);
    expect(new Set(result.accepted.map(({ item }) => item.temporal_mode))).toEqual(new Set(['retrospective', 'present', 'future', 'proactive']));
    expect(result.rejected).toEqual([]);
    expect(result).toMatchObject({ dataset: 'toyset', videoId: 'video01', labelFiles: timeline.sourceFiles, vocabulary: { phase: phases }, notes: [`${timeline.media.path}: one row was empty`], isMediaRead: true });
  });

  it('gives the same result each time, and another one for another seed', async () => {
    const runWith = async (seed: number) => formatVideoResult(await runVideoStages({ readTimeline: async () => timeline, findBlankSpans }, { ...task, seed }));
    expect(await runWith(1)).toBe(await runWith(1));
    expect(await runWith(1)).not.toBe(await runWith(2));
  });
});
