import type { Timeline } from '@medstream/schema';

import { findTract, findVideoFinding, TRACTS, VIDEO_FINDINGS } from './hyper-kvasir-names.js';
import { readVideoLabels, readVideoMetadata, type VideoTexts } from './hyper-kvasir-tables.js';
import { listClips, stemOf } from './readers/list-clips.js';
import { joinPosix, listNames } from './readers/locate-files.js';
import { makeClassTrack } from './readers/make-tracks.js';
import type { SourceContext, SourceVideo } from './source.js';

const DATASET = 'hyper-kvasir';
const VIDEOS = 'labeled-videos';
/** Tables about videos and how each is read, by role. */
const TABLES = { labels: { path: `${VIDEOS}/video-labels.csv`, read: readVideoLabels }, metadata: { path: 'hyper-kvasir-video-metadata.csv', read: readVideoMetadata } } as const;
/** Clips cut from a video carry a number after its name. */
const CLIP_STEM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_\d+$/;

/** Videos in the tree, or clips in folders of tract and finding; where none is there, those that the tables name. */
export async function listHyperVideos(root: string, parent: string, mediaRoot: string): Promise<SourceVideo[]> {
  const files: Record<string, string> = {};
  for (const [role, { path }] of Object.entries(TABLES)) {
    const folder = joinPosix(parent, path.split('/').slice(0, -1).join('/'));
    if (((await listNames(root, folder)) ?? []).includes(path.split('/').at(-1) ?? '')) files[role] = joinPosix(parent, path);
  }
  const describe = (videoId: string, mediaPath: string, isMediaPresent: boolean): SourceVideo => {
    return { dataset: DATASET, videoId, caseId: `${DATASET}/${CLIP_STEM.exec(videoId)?.[1] ?? videoId}`, mediaPath, mediaType: 'video', isMediaPresent, files };
  };
  const clips = [...(await listClips(mediaRoot, joinPosix(parent, VIDEOS))), ...(await listClips(mediaRoot, joinPosix(parent, 'videos')))];
  if (clips.length > 0) return clips.map(({ path }) => describe(stemOf(path), path, true));
  const named = new Set<string>();
  for (const [role, { read }] of Object.entries(TABLES)) {
    if (files[role] !== undefined) for (const stem of (await read(root, files[role])).videos.keys()) named.add(stem);
  }
  return [...named].map((stem) => describe(stem, joinPosix(parent, VIDEOS, `${stem}.avi`), false));
}

/** What folders and tables say of a whole video; what they do not say, or say twice over, stays unknown. */
export async function readHyperVideo(video: SourceVideo, { context, notes }: { context: SourceContext; notes: string[] }): Promise<Pick<Timeline, 'tracks' | 'sourceFiles'>> {
  const said: VideoTexts = { texts: [], organ: null };
  const sourceFiles: Timeline['sourceFiles'] = [];
  for (const [role, { read }] of Object.entries(TABLES)) {
    const path = video.files[role];
    if (path === undefined) continue;
    const { videos, sha256 } = await read(context.root, path);
    const stem = CLIP_STEM.exec(video.videoId)?.[1] ?? video.videoId;
    const found = videos.get(stem);
    said.texts.push(...(found?.texts ?? []));
    said.organ ??= found?.organ ?? null;
    sourceFiles.push({ path, sha256 });
  }
  const folders = video.isMediaPresent ? video.mediaPath.split('/').slice(0, -1) : [];
  const isTabled = said.texts.length > 0;
  const texts = isTabled ? said.texts : folders.slice(-1);
  const tracks: Timeline['tracks'] = [];
  const finding = findVideoFinding(texts);
  // free texts are read by words in them, so the label is not literally the original's
  if (finding !== null) tracks.push(makeClassTrack({ signal: 'finding', vocabulary: VIDEO_FINDINGS, label: finding, labelSource: isTabled ? 'hybrid' : 'directory_label' }));
  else notes.push(texts.length === 0 ? 'no table names a finding; it is unknown' : `${texts.map((text) => `"${text}"`).join(', ')} names no single known finding; it is taken as unknown`);
  const organ = findTract(said.organ ?? '') ?? folders.map(findTract).find((tract) => tract !== null) ?? null;
  if (organ !== null) tracks.push(makeClassTrack({ signal: 'organ', vocabulary: TRACTS, label: organ, labelSource: said.organ === null ? 'directory_label' : 'original_annotation' }));
  return { tracks, sourceFiles };
}
