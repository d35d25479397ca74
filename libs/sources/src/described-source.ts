import { EngineError, type SourceDescriptor, type Timeline } from '@medstream/schema';

import { makeClipListSource } from './clip-list.js';
import type { DescribedSource, FrameTable, IntervalTable } from './described-source-schema.js';
import { makeDirectoryLabelSource } from './directory-label.js';
import { caseIdOf } from './known-overlaps.js';
import { readFrameTable } from './read-frame-table.js';
import { listVideosOfTable, readIntervalTable } from './read-interval-table.js';
import { checkTimeBase } from './readers/check-time-base.js';
import { compareNumbered, findFolder, joinPosix, locateMedia, type MediaCandidate, rejectLayout } from './readers/locate-files.js';
import { makeTimeline } from './readers/make-tracks.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

type DescribedTable = IntervalTable | FrameTable;

/** Used for the end of the last picture where the media do not tell their rate. */
const USUAL_FRAME_RATE = 25;

/** Makes a source of a description: a data set of one's own needs no code. */
export function makeDescribedSource(description: DescribedSource): Source {
  const descriptor = describeSource(description);
  const writeExample = (): Promise<void> => {
    const error = new EngineError('usage/bad-argument', `there is no example of ${description.id}, as it is a data set of your own`, { hint: 'docs/how-to/add-a-data-set.md shows one' });
    return Promise.reject(error);
  };
  const caseIdOfClip = ({ videoId, stem }: { videoId: string; stem: string }): string => {
    const found = findCase(description, stem);
    return found === null ? caseIdOf({ dataset: description.id, videoId }) : `${description.id}/${found}`;
  };
  if (description.format === 'clip-list') return { ...makeClipListSource({ descriptor, list: description, caseIdOfClip }), writeExample };
  if (description.format === 'directory-label') {
    const { signal, folder, vocabulary = null } = description;
    return { ...makeDirectoryLabelSource(descriptor, { signal, parents: [folder], vocabulary, caseIdOfClip }), writeExample };
  }
  return {
    descriptor,
    listVideos: (root, options) => listVideos(description, { ...options, root, descriptor }),
    readTimeline: (video, context) => readTimeline(description, { video, context, descriptor }),
    writeExample,
  };
}

function describeSource(description: DescribedSource): SourceDescriptor {
  const { id, title, organ, access, licence, citation, redistributable, upload_allowed: uploadAllowed, out_of_body: outOfBody } = description;
  const tracks = 'tracks' in description ? description.tracks.map(({ signal }) => signal) : [description.signal];
  return { id, aliases: [], title, organ, access, licence, citation, redistributable, uploadAllowed, tracks, layout: describeLayout(description), ...(outOfBody && { outOfBody }) };
}

function describeLayout(description: DescribedSource): string[] {
  switch (description.format) {
    case 'clip-list':
      return description.lists.map((name) => `${name} (one row a clip: ${description.prefix}/<path> <id>)`);
    case 'directory-label':
      return [`${joinPosix(description.folder, `<${description.signal}>`)}/*.mp4 (also avi, mkv, mov, at any depth)`];
    default:
      return [description.tables, ...description.media];
  }
}

/** The case that the pattern of a description finds in a video id; null when there is none. */
function findCase({ case_pattern }: DescribedSource, name: string): string | null {
  return case_pattern === undefined ? null : (new RegExp(case_pattern).exec(name)?.[1] ?? null);
}

async function listVideos(description: DescribedTable, { root, mediaRoot = root, descriptor }: ListOptions & { root: string; descriptor: SourceDescriptor }): Promise<SourceVideo[]> {
  const tables = await findTables(description, root);
  if (tables.size === 0) throw rejectLayout(descriptor);
  const videoIds = [...tables.keys()].sort(compareNumbered);
  return Promise.all(
    videoIds.map(async (videoId) => {
      const candidates = description.media.map((pattern): MediaCandidate => ({ path: pattern.replaceAll('{video}', videoId), type: 'video' }));
      const { path, isPresent } = await locateMedia(mediaRoot, candidates as [MediaCandidate, ...MediaCandidate[]]);
      const found = findCase(description, videoId);
      const caseId = found === null ? caseIdOf({ dataset: description.id, videoId }) : `${description.id}/${found}`;
      return { dataset: description.id, videoId, caseId, mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files: { labels: tables.get(videoId) as string } } satisfies SourceVideo;
    }),
  );
}

/** Label file of each video: one each, or one for all. */
async function findTables(description: DescribedTable, root: string): Promise<Map<string, string>> {
  const parts = description.tables.split('/');
  const [folder, fileName] = [parts.slice(0, -1).join('/'), parts.at(-1) as string];
  const found = await findFolder(root, [folder]);
  if (!fileName.includes('{video}')) {
    const isThere = found?.names.includes(fileName) === true && description.format === 'interval-table';
    const videoIds = isThere ? await listVideosOfTable(description, { root, path: description.tables }) : [];
    return new Map(videoIds.map((videoId) => [videoId, description.tables]));
  }
  const [before = '', after = ''] = fileName.split('{video}');
  const isLabelFile = (name: string): boolean => name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length;
  const names = (found?.names ?? []).filter(isLabelFile);
  return new Map(names.map((name) => [name.slice(before.length, name.length - after.length), joinPosix(folder, name)]));
}

async function readTimeline(description: DescribedTable, { video, context, descriptor }: { video: SourceVideo; context: SourceContext; descriptor: SourceDescriptor }): Promise<Timeline> {
  const path = video.files['labels'] as string;
  const facts = await readMediaFacts(video, context, USUAL_FRAME_RATE);
  const notes: string[] = [];
  const request = { root: context.root, path, videoId: video.videoId, facts, notes };
  const { tracks, endMicros, sha256 } = description.format === 'interval-table' ? await readIntervalTable(description, request) : await readFrameTable(description, request);
  const labelFrameRate = findLabelRate(description);
  const mediaFrameRate = labelFrameRate === null ? null : facts.media.frameRate;
  notes.push(...checkTimeBase({ labelFrameRate: labelFrameRate ?? 1, mediaFrameRate, labelEndMicros: endMicros, mediaEndMicros: facts.endMicros }));
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles: [{ path, sha256 }], notes });
}

/** Frames a second that labels count, where they count frames of the media; null where they count time. */
function findLabelRate(description: DescribedTable): number | null {
  if (description.format === 'interval-table') return description.time.unit === 'frames' ? description.time.frame_rate : null;
  // a row a second or slower is a clock of its own, not the media's frames
  return description.rows.frame_rate > 1 ? description.rows.frame_rate : null;
}
