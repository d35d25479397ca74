import { EngineError } from '@medstream/schema';

import { decodeChosen } from './decode-chosen.js';
import type { PictureFormat } from './encode-picture.js';
import type { FrameIndex } from './frame-index.js';
import { type SamplingJob, type SamplingResult, selectForJobs, writeLedger } from './sampling-job.js';
import { createVideoSelector, type VideoTimeUnit } from './select-video-frames.js';
import type { VideoInput } from './video-input.js';

export interface VideoSampling {
  /** The index to start with. */
  index: FrameIndex;
  /** The certain index, made when the first does not hold. */
  indexByDecoding: () => Promise<FrameIndex>;
  timeUnit: VideoTimeUnit;
  image: PictureFormat;
  jobs: readonly SamplingJob[];
  saveFrame: (bytes: Uint8Array) => Promise<string>;
}

/**
 * All jobs on one video together: one union of frames, each decoded and encoded once. Starts from the packets' index;
 * where a decode shows anything else than it promised, everything is chosen again from what a full decode displays.
 */
export async function sampleVideo(input: VideoInput, request: VideoSampling): Promise<Map<string, SamplingResult>> {
  // counting displayed pictures needs all of them
  const needsCount = request.timeUnit === 'frames' && request.index.source === 'packets';
  const index = needsCount ? await request.indexByDecoding() : request.index;
  const select = createVideoSelector(index, request.timeUnit);
  const selections = selectForJobs(request.jobs, ({ targetsMicros }) => select(targetsMicros));
  const wanted = [...new Set(selections.flatMap((one) => ('selected' in one ? one.selected.map(({ frameIndex }) => frameIndex) : [])))];
  const hashes = await decodeChosen(input, { index, wanted: wanted.sort((one, other) => one - other), image: request.image, saveFrame: request.saveFrame });
  if (hashes === null) return sampleVideo(input, { ...request, index: await request.indexByDecoding() });
  return new Map(
    selections.map((selection): [string, SamplingResult] => {
      if ('error' in selection) return [selection.job.jobId, { error: selection.error }];
      const lost = selection.selected.find(({ frameIndex }) => !hashes.has(frameIndex));
      if (lost !== undefined) {
        const error = new EngineError('media/undecodable', 'a picture that was decoded before could not be decoded again', { hint: 'check the disk that holds the media' });
        return [selection.job.jobId, { error }];
      }
      return [selection.job.jobId, { frames: writeLedger(selection.job, selection.selected, ({ frameIndex }) => hashes.get(frameIndex) as string) }];
    }),
  );
}
