import { compareText, EngineError, hashJson } from '@medstream/schema';

import type { BuildOptions, BuildPorts, BuildSource, VideoTask } from './build-ports.js';
import { requireVideoFailure } from './video-failure.js';

/**
 * Lists the videos of all sources: data sets by id, the videos of each as its source sorts them, cut to the limit.
 *
 * @throws EngineError `config/bad-value` when a data set is named twice, `source/bad-layout` when there is no video or one id twice
 */
export async function planBuild(ports: Pick<BuildPorts, 'listVideos'>, options: BuildOptions): Promise<VideoTask[]> {
  const sources = [...options.sources].sort((left, right) => compareText(left.descriptor.id, right.descriptor.id));
  const planned: VideoTask[] = [];
  for (const source of sources) {
    const dataset = source.descriptor.id;
    if (planned.some(({ source: other }) => other.descriptor.id === dataset)) {
      throw new EngineError('config/bad-value', `the source ${dataset} is listed twice`, { hint: 'put the videos of one data set under one root' });
    }
    planned.push(...(await planSource(ports, source, options)));
  }
  return options.limitVideos === null ? planned : planned.slice(0, options.limitVideos);
}

async function planSource(ports: Pick<BuildPorts, 'listVideos'>, source: BuildSource, options: BuildOptions): Promise<VideoTask[]> {
  const dataset = source.descriptor.id;
  const videos = await ports.listVideos(source);
  if (videos.length === 0) {
    throw new EngineError('source/bad-layout', `no video of ${dataset} was found below ${source.root}`, { hint: `expected ${source.descriptor.layout.join(', ')}` });
  }
  const seen = new Set<string>();
  const repeated = videos.find(({ videoId }) => seen.size === seen.add(videoId).size);
  if (repeated !== undefined) {
    throw new EngineError('source/bad-layout', `${dataset} below ${source.root} holds two videos named ${repeated.videoId}`, { hint: 'give each video one set of label files' });
  }
  return videos.map((video) => ({ source, video, seed: options.seed, allowMissingMedia: options.allowMissingMedia }));
}

/**
 * Name of a video's committed result: equal as long as everything that shapes it is equal.
 *
 * @throws EngineError what {@link BuildPorts.describeInputs} throws when a label file cannot be read
 */
export async function planWorkKey(ports: Pick<BuildPorts, 'describeInputs'>, task: VideoTask, options: BuildOptions): Promise<string> {
  const { source, video, seed, allowMissingMedia } = task;
  const inputs = await ports.describeInputs(source, video);
  return hashJson({
    descriptor: source.descriptor,
    description: source.description ?? null,
    video,
    construction: source.construction,
    seed,
    allowMissingMedia,
    inputs,
    versions: options.versions,
    mediaVersions: options.mediaVersions,
  }).slice(0, 32);
}

/** A video of the plan with the name of its result, or with what keeps it from having one. */
export type PlannedVideo = { task: VideoTask; key: string; error: null } | { task: VideoTask; key: null; error: EngineError };

/** Plans all videos and names their results; a video whose label files cannot be read is planned as failed. */
export async function planVideos(ports: Pick<BuildPorts, 'listVideos' | 'describeInputs'>, options: BuildOptions): Promise<PlannedVideo[]> {
  const planned: PlannedVideo[] = [];
  for (const task of await planBuild(ports, options)) {
    options.signal?.throwIfAborted();
    try {
      planned.push({ task, key: await planWorkKey(ports, task, options), error: null });
    } catch (error) {
      planned.push({ task, key: null, error: requireVideoFailure(task, error) });
    }
  }
  return planned;
}
