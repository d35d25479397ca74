import type { ScoreTrack, SourceDescriptor, Timeline } from '@medstream/schema';

import { ALX_GRADES, gradeOf, type RatedVideo, readRatings } from './alxsuture-ratings.js';
import { compareNumbered, findFolder, joinPosix, listNames, locateMedia, type MediaCandidate, rejectLayout } from './readers/locate-files.js';
import { makeTimeline } from './readers/make-tracks.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'AlxSuture';
const VIDEO_FRAME_RATE = 30;
const PARENTS = ['', DATASET, 'AIxSuture'];
const TABLE = /^OSATS.*\.(xlsx|csv)$/i;

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['AIxSuture'],
  title: 'AIxSuture: 314 recordings of suturing by students before and after training, rated by three raters',
  organ: 'bench-top suturing model',
  access: 'open (zenodo.org/records/7940583), under its terms',
  licence: 'CC BY-NC-ND 4.0',
  citation: 'Hoffmann et al., AIxSuture: vision-based assessment of open suturing skills, International Journal of Computer Assisted Radiology and Surgery 2024',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['skill'],
  layout: ['OSATS.xlsx (or OSATS_MICCAI_trainset.xlsx, or .csv)', 'Package 01/A31H.mp4 (or A31H.mp4, video_faststart/A31H.mp4)'],
};

/** AIxSuture (the paper writes AlxSuture): one row a video and rater. Both recordings of a student are one case. */
export const alxSuture: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir, context) => (await import('./examples/write-alxsuture-example.js')).writeAlxSutureExample(dir, context) };

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  const found = await findFolder(root, PARENTS, (name) => TABLE.test(name));
  const table = found?.names.filter((name) => TABLE.test(name)).sort().at(-1);
  if (!found || table === undefined) throw rejectLayout(descriptor);
  const ratings = joinPosix(found.folder, table);
  const { videos } = await readRatings(root, ratings);
  const folders = await listMediaFolders(mediaRoot);
  const listed = await Promise.all([...videos].map(([videoId, { student }]) => describeVideo(videoId, { student, ratings, folders, mediaRoot })));
  return listed.sort((left, right) => compareNumbered(left.videoId, right.videoId));
}

/** Archives unpack to `Package 01` and so on, or all into one folder. */
async function listMediaFolders(mediaRoot: string): Promise<string[]> {
  const folders = await Promise.all(PARENTS.map(async (parent) => ((await listNames(mediaRoot, parent)) ?? []).filter((name) => /^(package|video)/i.test(name)).map((name) => joinPosix(parent, name))));
  return [...PARENTS, ...folders.flat().sort()];
}

async function describeVideo(videoId: string, { student, ratings, folders, mediaRoot }: { student: string | null; ratings: string; folders: readonly string[]; mediaRoot: string }): Promise<SourceVideo> {
  const candidates = folders.map((folder): MediaCandidate => ({ path: joinPosix(folder, `${videoId}.mp4`), type: 'video' }));
  const { path, isPresent } = await locateMedia(mediaRoot, candidates as [MediaCandidate, ...MediaCandidate[]]);
  return { dataset: DATASET, videoId, caseId: `${DATASET}/${student ?? videoId}`, mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files: { ratings } };
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const path = video.files['ratings'] as string;
  const facts = await readMediaFacts(video, context, VIDEO_FRAME_RATE);
  const { videos, sha256 } = await readRatings(context.root, path);
  const { values, sums, notes, student }: RatedVideo = videos.get(video.videoId) ?? { values: [], sums: [], notes: [], student: null };
  const track: ScoreTrack = { kind: 'score', signal: 'skill', vocabulary: [...ALX_GRADES], labelSource: 'original_annotation', values, grade: gradeOf(sums) };
  const more = student === null ? ['the table names no student; whether another recording shows the same one is unknown'] : [];
  return makeTimeline(video, descriptor, { facts, tracks: [track], sourceFiles: [{ path, sha256 }], notes: [...notes, ...more] });
}
