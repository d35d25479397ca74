import { parseJsonText, stringifyJsonLine, type Timeline } from '@medstream/schema';

import type { StagePorts, VideoTask } from './build-ports.js';
import { draftVideo, finishVideo, type VideoDraft } from './draft-video.js';
import { prepareVideo } from './prepare-video.js';
import { formatVideoResult } from './video-result.js';

/** One stage of one video, with what the stage before left as text. Plain JSON: it may cross a thread. */
export type StageRequest = { stage: 'prepare'; task: VideoTask } | { stage: 'construct'; task: VideoTask; timeline: string } | { stage: 'validate'; draft: string };

/**
 * Runs one stage by itself; the three one after the other come to what {@link runVideoStages} comes to.
 *
 * @returns the timeline, the draft, or the result as it is committed: equal text for equal input
 */
export async function runStage(ports: StagePorts, request: StageRequest): Promise<string> {
  switch (request.stage) {
    case 'prepare':
      return stringifyJsonLine(await prepareVideo(ports, request.task));
    case 'construct':
      // ours, and its hash was compared: it holds to the schema
      return stringifyJsonLine(draftVideo(parseJsonText(request.timeline, 'the timeline') as Timeline, request.task));
    case 'validate':
      return formatVideoResult(finishVideo(parseJsonText(request.draft, 'the draft') as VideoDraft));
  }
}
