import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type ClassTrack, timelineSchema } from '@medstream/schema';

import { colonoscopicAddi } from './colonoscopic-addi.js';
import { colonoscopicWeb } from './colonoscopic-web.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const TEN_SECONDS = { lastFrameMicros: 9_960_000, frameRate: 25 };

test('both lights of a lesion are one case, by their number; 2 comes before 10', async () => {
  for (const name of ['NBI.mp4', 'WL.mp4', 'NBI(10).mp4', 'NBI(2).mp4', 'WL(10).mp4']) await folder.put(`Colonoscopic-web/Hyperplasic/${name}`, 'bytes');
  const videos = await colonoscopicWeb.listVideos(folder.root);
  expect(videos.map(({ videoId, caseId }) => [videoId, caseId])).toEqual([
    ['Hyperplasic/NBI', 'Colonoscopic-web/lesion0'],
    ['Hyperplasic/NBI(2)', 'Colonoscopic-web/lesion2'],
    ['Hyperplasic/NBI(10)', 'Colonoscopic-web/lesion10'],
    ['Hyperplasic/WL', 'Colonoscopic-web/lesion0'],
    ['Hyperplasic/WL(10)', 'Colonoscopic-web/lesion10'],
  ]);
});

test('a folder for each lesion, as on the web page', async () => {
  for (const light of ['NBI', 'WL']) await folder.put(`Adenoma/adenoma_07/videos/${light}.mp4`, 'bytes');
  const videos = await colonoscopicWeb.listVideos(folder.root);
  expect(videos.map(({ videoId, caseId }) => [videoId, caseId])).toEqual([
    ['Adenoma/adenoma_07/videos/NBI', 'Colonoscopic-web/adenoma_07'],
    ['Adenoma/adenoma_07/videos/WL', 'Colonoscopic-web/adenoma_07'],
  ]);
});

test('folder and name are labels of the whole clip', async () => {
  await folder.put('Serrated/WL(21).mp4', 'bytes');
  const timeline = timelineSchema.parse(await folder.readFirst(colonoscopicWeb, TEN_SECONDS));
  expect((timeline.tracks as ClassTrack[]).map(({ signal, label, span, labelSource }) => [signal, label, span, labelSource])).toEqual([
    ['histology', 'Serrated', null, 'directory_label'],
    ['light', 'white light', null, 'directory_label'],
  ]);
  expect(timeline.organ).toBe('colon');
});

test('another folder is refused by name; clips beside the folders have no label', async () => {
  await folder.put('NBI.mp4', 'bytes');
  await expect(colonoscopicWeb.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout' });
  await folder.put('Normal/NBI(3).mp4', 'bytes');
  await expect(folder.readFirst(colonoscopicWeb, TEN_SECONDS)).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining('"Normal"') });
});

test('Colonoscopic-addi takes whichever class folders are there', async () => {
  for (const path of ['Colonoscopic-addi/polyp/a.mp4', 'Colonoscopic-addi/normal/WL(3).avi', 'Colonoscopic-addi/loose.mp4']) await folder.put(path, 'bytes');
  const videos = await colonoscopicAddi.listVideos(folder.root);
  expect(videos.map(({ videoId, caseId }) => [videoId, caseId])).toEqual([
    ['normal/WL(3)', 'Colonoscopic-addi/lesion3'],
    ['polyp/a', 'Colonoscopic-addi/polyp/a'],
  ]);
  const timelines = await Promise.all(videos.map((video) => folder.read(colonoscopicAddi, video, TEN_SECONDS)));
  expect(timelines.map(({ tracks }) => (tracks as ClassTrack[]).map(({ signal, label, vocabulary }) => [signal, label, vocabulary.length]))).toEqual([
    [['finding', 'normal', 2], ['light', 'white light', 2]],
    [['finding', 'polyp', 2]],
  ]);
});

// the list of clips of the real data set is no part of the project: beside the repository, or where MEDSTREAM_SHARED says
const lists = resolve(process.env['MEDSTREAM_SHARED'] ?? join(import.meta.dirname, '../../../../shared'), 'data/labels/clip-lists/Colonoscopic-web');

test('the 152 real clips are 76 lesions in both lights', async () => {
  if (!existsSync(lists)) {
    console.warn('folder absent: no clip lists beside the repository or in MEDSTREAM_SHARED; only invented names were checked');
    return;
  }
  const rows = ['train', 'val', 'test'].flatMap((part) => readFileSync(join(lists, `${part}.csv`), 'utf8').trim().split('\n'));
  const paths = new Set(rows.map((row) => /Colonoscopic-web\/(.+\.mp4)/.exec(row)?.[1] ?? ''));
  expect(paths.size).toBe(152);
  for (const path of paths) await folder.put(path, 'bytes');
  const videos = await colonoscopicWeb.listVideos(folder.root);
  const caseIds = [...new Set(videos.map(({ caseId }) => caseId))];
  expect(caseIds).toHaveLength(76);
  for (const caseId of caseIds) {
    const names = videos.filter((video) => video.caseId === caseId).map(({ videoId }) => videoId.replace(/(NBI|WL).*/, '$1'));
    const [label] = names[0]?.split('/') ?? [];
    expect(names).toEqual([`${label}/NBI`, `${label}/WL`]);
  }
});
