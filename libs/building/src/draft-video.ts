import type { BenchmarkItem, Timeline } from '@medstream/schema';

import type { VideoTask } from './build-ports.js';
import { constructVideo } from './construct-video.js';
import { findLabelEnd } from './find-label-end.js';
import { validateVideo } from './validate-video.js';
import type { VideoResult } from './video-result.js';

/** A video between the second and the third stage: its candidates, and all that is needed to check them and to state where they came from. */
export interface VideoDraft {
  facts: Pick<VideoResult, 'dataset' | 'videoId' | 'labelFiles' | 'vocabulary' | 'notes' | 'leftOut'>;
  media: Timeline['media'];
  /** How far the labels reach, to be compared with the media; null where that is not known. */
  labelEndMicros: number | null;
  candidates: BenchmarkItem[];
}

/** Constructs the candidates of a timeline and keeps what else of it is still needed. */
export function draftVideo(timeline: Timeline, task: VideoTask): VideoDraft {
  const { candidates, leftOut } = constructVideo(timeline, task);
  return {
    facts: {
      dataset: timeline.dataset,
      videoId: timeline.videoId,
      labelFiles: timeline.sourceFiles,
      vocabulary: Object.fromEntries(timeline.tracks.map(({ signal, vocabulary }) => [signal, vocabulary])),
      notes: timeline.notes.map((note) => `${timeline.media.path}: ${note}`),
      leftOut,
    },
    media: timeline.media,
    labelEndMicros: findLabelEnd(timeline),
    candidates,
  };
}

/** Checks the candidates of a draft: with that, the video is done. */
export function finishVideo({ facts, media, labelEndMicros, candidates }: VideoDraft): VideoResult {
  const { leftOut, ...origin } = facts;
  return { ...origin, isMediaRead: media.lastFrameMicros !== null, leftOut, ...validateVideo(candidates, { media, labelEndMicros }) };
}
