import { EngineError } from '@medstream/schema';

import { decodeChosen } from './decode-chosen.js';
import type { PictureFormat } from './encode-picture.js';
import type { FrameIndex } from './frame-index.js';
import { assertUnchanged } from './identify-file.js';
import { type MediaMemory, type MemorySubject, recallFrames, rememberFrames } from './media-memory.js';
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
  /** Pictures of earlier runs; null: none are known. */
  memory: { memory: MediaMemory; subject: MemorySubject } | null;
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
  const hashes = await findPictures(input, { ...request, index, wanted: wanted.sort((one, other) => one - other) });
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

/** Pictures that earlier runs left, and the others decoded. @returns null when an index of packets did not hold */
async function findPictures(input: VideoInput, request: VideoSampling & { wanted: number[] }): Promise<Map<number, string> | null> {
  const { index, wanted, image, saveFrame, memory } = request;
  if (memory === null) return decodeChosen(input, { index, wanted, image, saveFrame });
  const ticksOf = (position: number) => index.frameTicks[position] as number;
  const settings = { source: index.source, streamIndex: index.streamIndex, image };
  const known = await recallFrames(memory.memory, memory.subject, { settings, ticks: wanted.map(ticksOf) });
  const missing = wanted.filter((position) => !known.has(ticksOf(position)));
  const decoded = missing.length === 0 ? new Map<number, string>() : await decodeChosen(input, { index, wanted: missing, image, saveFrame });
  if (decoded === null) return null;
  if (missing.length > 0) await assertUnchanged(input.file, memory.subject.identity);
  await rememberFrames(memory.memory, memory.subject, { settings, frames: new Map([...decoded].map(([position, sha256]) => [ticksOf(position), sha256])) });
  const recalled = wanted.flatMap((position): [number, string][] => {
    const sha256 = known.get(ticksOf(position));
    return sha256 === undefined ? [] : [[position, sha256]];
  });
  return new Map([...recalled, ...decoded]);
}
