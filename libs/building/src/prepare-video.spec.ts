import { jest } from '@jest/globals';

import type { Timeline } from '@medstream/schema';

import type { VideoTask } from './build-ports.js';
import { listToyVideos, TOY_SOURCE } from './testing/memory-build.js';
import { prepareVideo } from './prepare-video.js';

const [video] = listToyVideos(1) as [VideoTask['video']];
const findBlankSpans = () => Promise.reject(new Error('the toy set marks no pictures'));
const task: VideoTask = { source: TOY_SOURCE, video, seed: 1, allowMissingMedia: false };
const timeline: Timeline = {
  schemaVersion: 1,
  dataset: 'toyset',
  videoId: 'video01',
  caseId: 'toyset/video01',
  organ: 'gallbladder',
  media: { path: 'video01.mp4', type: 'video', isPresent: true, lastFrameMicros: 59_960_000, frameRate: 25, width: 64, height: 48 },
  tracks: [],
  sourceFiles: [],
  notes: [],
};

describe('prepareVideo', () => {
  it('hands on what the source read', async () => {
    await expect(prepareVideo({ readTimeline: async () => timeline, findBlankSpans }, task)).resolves.toEqual(timeline);
  });

  it('asks for no labels where the medium is missing, unless that is allowed', async () => {
    const absent = { ...task, video: { ...video, isMediaPresent: false } };
    const reader = { readTimeline: jest.fn(async () => timeline), findBlankSpans };
    await expect(prepareVideo(reader, absent)).rejects.toMatchObject({ code: 'media/missing', message: expect.stringContaining('video01.mp4') as string });
    expect(reader.readTimeline).not.toHaveBeenCalled();
    await expect(prepareVideo(reader, { ...absent, allowMissingMedia: true })).resolves.toEqual(timeline);
  });

  it('calls a label file that was read but not listed a defect of the source', async () => {
    const hidden = { ...timeline, sourceFiles: [{ path: 'labels/other.txt', sha256: '0'.repeat(64) }] };
    await expect(prepareVideo({ readTimeline: async () => hidden, findBlankSpans }, task)).rejects.toMatchObject({ code: 'defect/broken-promise', message: expect.stringContaining('labels/other.txt') as string });
    const listed = { ...timeline, sourceFiles: [{ path: 'labels/video01.txt', sha256: '0'.repeat(64) }] };
    await expect(prepareVideo({ readTimeline: async () => listed, findBlankSpans }, task)).resolves.toEqual(listed);
  });

  it('calls a timeline that breaks the schema a defect of the source', async () => {
    const broken = { ...timeline, media: { ...timeline.media, lastFrameMicros: 0.5 } };
    await expect(prepareVideo({ readTimeline: async () => broken, findBlankSpans }, task)).rejects.toMatchObject({ code: 'defect/broken-promise', message: expect.stringContaining('media.lastFrameMicros') as string });
  });
});
