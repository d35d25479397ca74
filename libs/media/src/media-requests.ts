import type { MediaType, TimeUnit } from '@medstream/sampling';

import type { PictureFormat } from './encode-picture.js';
import type { BlankColour, BlankSpans, OnLookedThrough } from './find-blank-spans.js';
import type { Ffmpeg } from './find-ffmpeg.js';
import type { MediaFacts } from './media-facts.js';
import type { MediaLimits } from './media-limits.js';
import type { MediaMemory } from './media-memory.js';
import type { SamplingJob, SamplingResult } from './sampling-job.js';

export interface MediaReaderOptions {
  /** From `findFfmpeg`; null: only still images can be read. */
  ffmpeg: Ffmpeg | null;
  limits?: Partial<MediaLimits>;
  /** Stores one encoded picture and answers with its SHA-256. Called once a picture, as soon as it is encoded. */
  saveFrame: (bytes: Uint8Array) => Promise<string>;
  /** Where runs leave what the next need not find out again. Without it everything is decoded anew. */
  memory?: MediaMemory;
}

export interface MediaLocation {
  /** The media root. */
  root: string;
  /** Relative POSIX path below it. */
  mediaPath: string;
  signal?: AbortSignal | undefined;
}

export interface SampleMediaRequest extends MediaLocation {
  mediaType: MediaType;
  /** Unit of the jobs' times (see MICROS_PER_UNIT of the sampling library). */
  timeUnit: TimeUnit;
  /** Image sequences: stated frames per second. */
  frameRate?: number | undefined;
  image: PictureFormat;
  jobs: readonly SamplingJob[];
}

export interface FindBlankRequest extends MediaLocation {
  colour: BlankColour;
  /** Image sequences: stated frames per second. */
  frameRate: number | null;
  onLookedThrough?: OnLookedThrough | undefined;
}

export interface MediaReader {
  /**
   * What a medium really holds. Decodes the end of a video, not only its header.
   * @throws EngineError `media/missing`, `media/outside-root`, `media/undecodable`, `media/limit`, `media/ffmpeg-missing`
   */
  probe(location: MediaLocation): Promise<MediaFacts>;
  /**
   * Where a video or an image sequence shows one flat colour; every picture of it is decoded.
   * @throws EngineError as `probe`; the signal's reason; `usage/bad-argument` for a sequence without a frame rate, or an image
   */
  findBlank(request: FindBlankRequest): Promise<BlankSpans>;
  /**
   * The frames of all jobs on one medium, each decoded, encoded and saved once. What is wrong with one job, or with the
   * medium, is the jobs' result.
   * @throws EngineError `media/ffmpeg-missing`, `media/future-frame`; the signal's reason; what `saveFrame` throws
   */
  sampleMedia(request: SampleMediaRequest): Promise<Map<string, SamplingResult>>;
}
