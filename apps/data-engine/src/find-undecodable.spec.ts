import type { MediaFacts, MediaReader } from '@medstream/media';
import { EngineError } from '@medstream/schema';

import { findUndecodable } from './find-undecodable.js';

type Request = Parameters<MediaReader['sampleMedia']>[0];

const FACTS: MediaFacts = { type: 'video', frameCount: 250, lastFrameMicros: 9_960_000, lastFrameDurationMicros: 40_000, frameRate: 25, isVariableRate: false, width: 64, height: 48, rotation: 0, startOffsetMicros: 0, codec: 'h264' };
const PLACE = { root: 'media', mediaPath: 'a.mp4' };

function readerOf(broken: readonly string[]): { reader: Pick<MediaReader, 'sampleMedia'>; asked: Request[] } {
  const asked: Request[] = [];
  const reader: Pick<MediaReader, 'sampleMedia'> = {
    sampleMedia: (request) => {
      asked.push(request);
      return Promise.resolve(new Map(request.jobs.map(({ jobId }) => [jobId, broken.includes(jobId) ? { error: new EngineError('media/undecodable', 'broken', { hint: 'none' }) } : { frames: [] }])));
    },
  };
  return { reader, asked };
}

describe('findUndecodable', () => {
  it.each([
    [[], null],
    [['start'], 'start'],
    [['end'], 'end'],
    [['start', 'end'], 'start'],
  ] as const)('of a video of which %j cannot be decoded says %s', async (broken, where) => {
    expect(await findUndecodable(readerOf(broken).reader, PLACE, FACTS)).toBe(where);
  });

  it.each([
    // the last picture at 9.96 s, and the one 2 s before it
    [9_960_000, [7_960_000, 9_960_000]],
    // shorter than 2 s: from its beginning; a lone picture is asked for once
    [1_000_000, [0, 1_000_000]],
    [0, [0]],
  ])('looks at the end at %p: %j', async (lastFrameMicros, targetsMicros) => {
    const { reader, asked } = readerOf([]);
    await findUndecodable(reader, PLACE, { ...FACTS, lastFrameMicros });
    expect(asked[0]?.jobs).toEqual([{ jobId: 'start', targetsMicros: [0], endMicros: 0 }, { jobId: 'end', targetsMicros, endMicros: lastFrameMicros }]);
  });

  it('tries no images', async () => {
    const { reader, asked } = readerOf(['start']);
    expect([await findUndecodable(reader, PLACE, { ...FACTS, type: 'image_sequence' }), asked]).toEqual([null, []]);
  });
});
