import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { DEFAULT_PICTURE_FORMAT } from '@medstream/media';
import { MICROS_PER_UNIT, planWindowTargets, resolveMediaType, secondsToMicros } from '@medstream/sampling';
import { EngineError, type FrameRecord } from '@medstream/schema';
import { writeFileAtomically } from '@medstream/store';

import type { CommandContext } from './command-context.js';
import { composeMedia, readFrame } from './compose-media.js';

export interface FramesRequest {
  media: string;
  /** Seconds, or frame numbers for a folder. */
  from: number;
  to: number;
  period?: number;
  out?: string;
}

/** What `frames --json` prints. */
export interface FramesDocument {
  media: string;
  /** What the times are: seconds from the first displayed frame, or frame numbers. */
  time_base: 'seconds' | 'frames';
  frames: (FrameRecord & { width: number; height: number; file?: string })[];
}

const JOB = 'window';

/** Samples one window the way a run does, and writes the pictures when asked to. */
export async function listFrames(request: FramesRequest, { environment, signal }: Pick<CommandContext, 'environment' | 'signal'>): Promise<FramesDocument> {
  const [fromMicros, toMicros] = [secondsToMicros(request.from), secondsToMicros(request.to)];
  if (toMicros < fromMicros) throw new EngineError('usage/bad-argument', `the window ends at ${request.to}, before it begins at ${request.from}`, { hint: 'give --from and --to in order' });
  if (request.out !== undefined && (await stat(request.out).catch(() => null))?.isDirectory() === false) {
    throw new EngineError('usage/bad-argument', `${request.out} of --out is a file`, { hint: 'name a folder for the pictures' });
  }
  const found = await stat(request.media).catch(() => null);
  if (found === null) throw new EngineError('media/missing', `${request.media} is not there`, { hint: 'check --media' });
  const path = resolve(request.media);
  const item = { media_path: basename(path), ...(found.isDirectory() ? { media_type: 'image_sequence' as const, time_unit: 'frames' as const } : {}) };
  const isFolder = found.isDirectory();
  // for frame numbers the period is one in frames: the rate is unknown, so it is stated as one frame a second
  const timing = request.period === undefined ? {} : { sampling_period_sec: request.period, ...(isFolder ? { frame_rate: 1 } : {}) };
  const media = await composeMedia({ environment, cacheFolder: environment.cacheFolder, hasVideo: resolveMediaType(item) === 'video' });
  const sampled = await media.reader.sampleMedia({
    root: dirname(path),
    mediaPath: item.media_path,
    mediaType: resolveMediaType(item),
    timeUnit: isFolder ? 'frames' : 'seconds',
    image: DEFAULT_PICTURE_FORMAT,
    jobs: [{ jobId: JOB, targetsMicros: planWindowTargets({ ...item, ...timing }, { startMicros: fromMicros, endMicros: toMicros }), endMicros: toMicros }],
    signal,
  });
  const outcome = sampled.get(JOB);
  if (outcome === undefined) throw new EngineError('defect/broken-promise', 'the sampler says nothing about the window');
  if ('error' in outcome) throw outcome.error;
  const frames: FramesDocument['frames'] = [];
  for (const frame of outcome.frames) {
    const bytes = await readFrame(media.frames, frame.sha256);
    const { width, height } = await media.decodeImage(bytes);
    const file = request.out === undefined ? undefined : nameFrame(frames.length + 1, frame.pts);
    if (request.out !== undefined && file !== undefined) await writeFileAtomically(join(request.out, file), bytes);
    const { note, ...times } = frame;
    frames.push({ ...times, width, height, ...(file === undefined ? {} : { file }), ...(note === undefined ? {} : { note }) });
  }
  await media.prune();
  return { media: request.media, time_base: isFolder ? 'frames' : 'seconds', frames };
}

/** Names sort in the order of time: `frame-00001-at-12.345.jpg`. */
function nameFrame(number: number, pts: number): string {
  return `frame-${String(number).padStart(5, '0')}-at-${(Math.round(pts * MICROS_PER_UNIT) / MICROS_PER_UNIT).toString()}.jpg`;
}
