import { describeIssues, EngineError, type Timeline, timelineSchema } from '@medstream/schema';

import { addBlankTrack } from './add-blank-track.js';
import type { StagePorts, VideoTask } from './build-ports.js';

/**
 * First stage: native files to a timeline, and where the data set marks pictures from outside the body by a colour, the
 * track of them.
 *
 * @throws EngineError `media/missing` for a medium that is not there, unless the task allows it; `defect/broken-promise`
 *   when the source's timeline breaks the schema; what the source throws
 */
export async function prepareVideo(ports: StagePorts, task: VideoTask): Promise<Timeline> {
  const { video, source } = task;
  if (!video.isMediaPresent && !task.allowMissingMedia) {
    throw new EngineError('media/missing', `the medium ${video.mediaPath} is not below the media root ${source.mediaRoot}`, {
      hint: 'name the folder of the media with --media-root, or build from labels alone with --allow-missing-media',
    });
  }
  const timeline = timelineSchema.safeParse(await ports.readTimeline(task));
  if (timeline.success) return addBlankTrack(ports, assertListedFiles(timeline.data, task), task);
  const [problem] = describeIssues(timeline.error);
  throw new EngineError('defect/broken-promise', `the source ${source.descriptor.id} made a timeline of ${video.videoId} whose ${problem?.path ?? ''} is wrong: ${problem?.message ?? ''}`);
}

/**
 * A label file that was not listed would not be seen to change: a stale result would be taken for a good one. Many small
 * files may be named by their folder.
 */
function assertListedFiles(timeline: Timeline, { video, source }: VideoTask): Timeline {
  const paths = Object.values(video.files);
  const listed = new Set(paths.flatMap((path) => [path, path.replace(/\/[^/]*$/, '')]));
  const unlisted = timeline.sourceFiles.find(({ path }) => !listed.has(path));
  if (unlisted === undefined) return timeline;
  throw new EngineError('defect/broken-promise', `the source ${source.descriptor.id} read ${unlisted.path} for ${video.videoId} without listing it`);
}
