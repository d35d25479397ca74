import type { StagePorts, VideoTask } from './build-ports.js';
import { constructVideo } from './construct-video.js';
import { prepareVideo } from './prepare-video.js';
import { validateVideo } from './validate-video.js';
import type { VideoResult } from './video-result.js';

/** Runs the three stages of one video, one after the other. */
export async function runVideoStages(ports: StagePorts, task: VideoTask): Promise<VideoResult> {
  const timeline = await prepareVideo(ports, task);
  const { candidates, leftOut } = constructVideo(timeline, task);
  const { accepted, rejected } = validateVideo(candidates, timeline);
  return {
    dataset: timeline.dataset,
    videoId: timeline.videoId,
    labelFiles: timeline.sourceFiles,
    vocabulary: Object.fromEntries(timeline.tracks.map(({ signal, vocabulary }) => [signal, vocabulary])),
    notes: timeline.notes,
    isMediaRead: timeline.media.lastFrameMicros !== null,
    leftOut,
    accepted,
    rejected,
  };
}
