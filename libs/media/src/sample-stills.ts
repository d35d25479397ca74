import { join } from 'node:path';

import { type EngineError, isEngineError } from '@medstream/schema';
import type { SelectedFrame } from '@medstream/sampling';

import type { PictureFormat } from './encode-picture.js';
import { createSequenceSelector, listSequence, type SequencePicture, type SequenceTimes } from './image-sequence.js';
import { assertUnchanged, identifyFile } from './identify-file.js';
import type { MediaLimits } from './media-limits.js';
import { type MediaMemory, recallStill, rememberStill } from './media-memory.js';
import { nameMedium } from './name-medium.js';
import { resolveMediaFile } from './resolve-media-file.js';
import { runLimited } from './run-limited.js';
import { type SamplingJob, type SamplingResult, selectForJobs, writeLedger } from './sampling-job.js';
import { encodeStill, readStill } from './still-picture.js';

export interface StillSampling {
  root: string;
  mediaPath: string;
  image: PictureFormat;
  limits: MediaLimits;
  jobs: readonly SamplingJob[];
  saveFrame: (bytes: Uint8Array) => Promise<string>;
  /** Pictures of earlier runs, and the versions that decide them; null: none are known. */
  memory: { memory: MediaMemory; decoder: string } | null;
  signal?: AbortSignal | undefined;
}

/** One still image for all jobs: it is on display at time 0 and stays there. */
export async function sampleImage(request: StillSampling): Promise<Map<string, SamplingResult>> {
  const selections = selectForJobs(request.jobs, ({ targetsMicros }) =>
    targetsMicros.slice(0, 1).map((requestedMicros): SelectedFrame => ({ requestedMicros, ptsMicros: 0, frameIndex: 0 })),
  );
  return deliver(request, selections, () => request.mediaPath);
}

/** The pictures of a folder for all jobs, each encoded once. */
export async function sampleSequence(request: StillSampling & { times: SequenceTimes }): Promise<Map<string, SamplingResult>> {
  const pictures = await listSequence(await resolveMediaFile(request.root, request.mediaPath));
  const select = createSequenceSelector(pictures, request.times);
  const selections = selectForJobs(request.jobs, ({ targetsMicros }) => select(targetsMicros));
  return deliver(request, selections, (position) => join(request.mediaPath, (pictures[position] as SequencePicture).name));
}

/** Encodes each wanted picture once; one that cannot be decoded fails only the jobs that want it. */
async function deliver(
  request: StillSampling,
  selections: ReturnType<typeof selectForJobs>,
  pathOf: (position: number) => string,
): Promise<Map<string, SamplingResult>> {
  const wanted = new Set(selections.flatMap((one) => ('selected' in one ? one.selected.map(({ frameIndex }) => frameIndex) : [])));
  const hashes = new Map<number, string>();
  const failures = new Map<number, EngineError>();
  await runLimited([...wanted], request.limits.concurrency, async (position) => {
    request.signal?.throwIfAborted();
    try {
      hashes.set(position, await findPicture(await resolveMediaFile(request.root, pathOf(position)), request));
    } catch (error) {
      if (!isEngineError(error, 'media/limit', 'media/missing', 'media/outside-root', 'media/undecodable')) throw error;
      failures.set(position, nameMedium(error, pathOf(position)));
    }
  });
  return new Map(
    selections.map((selection): [string, SamplingResult] => {
      if ('error' in selection) return [selection.job.jobId, { error: selection.error }];
      const failed = selection.selected.map(({ frameIndex }) => failures.get(frameIndex)).find((error) => error !== undefined);
      if (failed !== undefined) return [selection.job.jobId, { error: failed }];
      return [selection.job.jobId, { frames: writeLedger(selection.job, selection.selected, ({ frameIndex }) => hashes.get(frameIndex) as string) }];
    }),
  );
}

/** The picture that an earlier run left, else it is read and encoded. */
async function findPicture(file: string, { image, limits, saveFrame, memory }: StillSampling): Promise<string> {
  const encode = async () => saveFrame(await encodeStill(await readStill(file, limits), image, limits));
  if (memory === null) return encode();
  const subject = { identity: await identifyFile(file), decoder: memory.decoder, limits };
  const known = await recallStill(memory.memory, subject, image);
  if (known !== null) return known;
  const sha256 = await encode();
  await assertUnchanged(file, subject.identity);
  await rememberStill(memory.memory, subject, { image, sha256 });
  return sha256;
}
