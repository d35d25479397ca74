import type { StagePorts, VideoTask } from './build-ports.js';
import { draftVideo, finishVideo } from './draft-video.js';
import { prepareVideo } from './prepare-video.js';
import type { VideoResult } from './video-result.js';

/** Runs the three stages of one video, one after the other. */
export async function runVideoStages(ports: StagePorts, task: VideoTask): Promise<VideoResult> {
  return finishVideo(draftVideo(await prepareVideo(ports, task), task));
}
