import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type Timeline, timelineSchema } from '@medstream/schema';

import { makeDescribedSource } from './described-source.js';
import { parseDescribedSource } from './parse-described-source.js';
import { readClipList } from './read-clip-list.js';
import type { Source } from './source.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const LIST = {
  ...{ id: 'my_clips', title: 'My clips', organ: 'bowel', format: 'clip-list', lists: ['train.csv', 'val.csv', 'test.csv'] },
  ...{ signal: 'finding', vocabulary: { 0: 'Ileocecal valve', 1: 'pylorus' } },
};
const make = (value: object = {}): Source => makeDescribedSource(parseDescribedSource({ ...LIST, ...value }, 'set.yaml'));
const parse = (timeline: unknown): Timeline => timelineSchema.parse(timeline);
const FACTS = { lastFrameMicros: 1_960_000, frameRate: 25 };

describe('clip-list', () => {
  test('clips of all lists, each once, by number; quoted paths with blanks, a prefix or none, parentheses, CRLF', async () => {
    await folder.put('train.csv', '"__DATA_ROOT__/caps/Ileocecal valve/ab12_10-20.mp4" 0\r\n__DATA_ROOT__/caps/pylorus/NBI(10).mp4 1\r\n__DATA_ROOT__/caps/pylorus/NBI(9).mp4 1\r\n');
    // two lists that are the same file are common
    for (const name of ['val.csv', 'test.csv']) await folder.put(name, 'caps/pylorus/cd34_5-9.mp4 1\n');
    await folder.put('caps/pylorus/cd34_5-9.mp4', 'bytes');
    const videos = await make().listVideos(folder.root);
    expect(videos.map(({ videoId, mediaPath, isMediaPresent, files }) => [videoId, mediaPath, isMediaPresent, Object.keys(files)])).toEqual([
      ['caps/Ileocecal valve/ab12_10-20', 'caps/Ileocecal valve/ab12_10-20.mp4', false, ['train.csv']],
      ['caps/pylorus/NBI(9)', 'caps/pylorus/NBI(9).mp4', false, ['train.csv']],
      ['caps/pylorus/NBI(10)', 'caps/pylorus/NBI(10).mp4', false, ['train.csv']],
      ['caps/pylorus/cd34_5-9', 'caps/pylorus/cd34_5-9.mp4', true, ['val.csv', 'test.csv']],
    ]);
    const timeline = parse(await folder.read(make(), videos[3] as NonNullable<(typeof videos)[3]>, FACTS));
    // 49 frames after the first at 25 a second: the last is shown until 2 s
    expect(timeline.tracks).toMatchObject([{ kind: 'interval', role: 'state', labelSource: 'directory_label', vocabulary: ['Ileocecal valve', 'pylorus'], segments: [{ startMicros: 0, endMicros: 2_000_000, label: 'pylorus' }] }]);
    expect(timeline.sourceFiles.map(({ path }) => path)).toEqual(['val.csv', 'test.csv']);
  });

  test('a label of the clip as a whole needs no length; the case is found in the name of the file', async () => {
    await folder.put('train.csv', '__DATA_ROOT__/polyps/p7_left.mp4 1\n');
    const source = make({ says: 'class', label_source: 'hybrid', case_pattern: '^(p\\d+)_' });
    expect(await source.listVideos(folder.root)).toMatchObject([{ caseId: 'my_clips/p7' }]);
    expect(parse(await folder.readFirst(source)).tracks).toMatchObject([{ kind: 'class', label: 'pylorus', labelSource: 'hybrid', span: null }]);
  });

  test.each([
    ['a path with a blank and no quotes', '__DATA_ROOT__/a/Ileocecal valve/x.mp4 0\n', 'train.csv line 1: found "__DATA_ROOT__/a/Ileocecal valve/x.mp4 0", expected the path of a clip, in double quotes where it holds a blank, and a whole number'],
    ['a label for an id', '__DATA_ROOT__/a/x.mp4 pylorus\n', 'train.csv line 1: found "__DATA_ROOT__/a/x.mp4 pylorus", expected the path of a clip'],
    ['a path out of the media root', '__DATA_ROOT__/../x.mp4 0\n', 'train.csv line 1: found "../x.mp4", expected a path below the media root'],
    ['an absolute path', '/data/x.mp4 0\n', 'train.csv line 1: found "/data/x.mp4", expected a path below the media root'],
  ])('refuses %s', async (_, text, message) => {
    await folder.put('train.csv', text);
    await expect(make().listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining(message) });
  });

  test.each([
    ['an id that is no label', '__DATA_ROOT__/a/x.mp4 2\n', 'train.csv line 1: found the id 2, expected one of 0, 1'],
    ['a clip with two labels', '__DATA_ROOT__/a/x.mp4 0\n__DATA_ROOT__/a/x.mp4 1\n', 'train.csv line 2: found the id 1, expected 0, as for the same clip in train.csv line 1'],
  ])('%s is told when the clip is read, and other clips are read all the same', async (_, text, message) => {
    await folder.put('train.csv', `${text}__DATA_ROOT__/b/y.mp4 1\n`);
    await folder.put('b/y.mp4', 'bytes');
    const [first, second] = await make().listVideos(folder.root);
    await expect(folder.read(make(), first as NonNullable<typeof first>, FACTS)).rejects.toMatchObject({ code: 'source/bad-label', message });
    expect((await folder.read(make(), second as NonNullable<typeof second>, FACTS)).tracks).toHaveLength(1);
  });

  test('ids that only count the clips of a video are no labels', async () => {
    // eight clips of two videos, each id the number of the clip less one
    const counted = [1, 2].flatMap((video) => [1, 2, 3, 4].map((number) => `__DATA_ROOT__/cholec80/split_video/cholec80_0${video}_${number}.mp4 ${number - 1}`));
    await folder.put('train.csv', counted.join('\n'));
    await expect(make().listVideos(folder.root)).rejects.toMatchObject({ message: expect.stringContaining('found ids that are the number at the end of each name less one') });
    await folder.put('train.csv', [...counted.slice(0, 7), '__DATA_ROOT__/cholec80/split_video/cholec80_02_4.mp4 2'].join('\n'));
    expect(await make().listVideos(folder.root)).toHaveLength(8);
  });

  test('says which lists were looked for, and that the length of a clip is needed', async () => {
    await expect(make().listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout', hint: expect.stringContaining('train.csv (one row a clip: __DATA_ROOT__/<path> <id>)') });
    await folder.put('train.csv', '__DATA_ROOT__/a/x.mp4 0\n');
    await expect(folder.readFirst(make())).rejects.toMatchObject({ code: 'media/undecodable' });
  });
});

// lists of clips of the real data sets that are no part of the project: beside the repository, or where MEDSTREAM_SHARED says
const lists = resolve(process.env['MEDSTREAM_SHARED'] ?? join(import.meta.dirname, '../../../../shared'), 'data/labels/clip-lists');
const isThere = existsSync(lists);
beforeAll(() => {
  if (!isThere) console.warn('folder absent: no clip lists beside the repository or in MEDSTREAM_SHARED; only invented rows were checked');
});

test('every real list is read but those of cholec80, whose ids count the clips of each video', async () => {
  if (!isThere) return expect(isThere).toBe(false);
  const told: Record<string, number | string> = {};
  for (const set of readdirSync(lists, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const read = readClipList({ prefix: '__DATA_ROOT__' }, join(lists, set.name), 'train.csv');
    told[set.name] = await read.then(({ clips }) => new Set(clips.map(({ id }) => id)).size, (error: { code: string }) => error.code);
  }
  // the numbers of labels that the formats name: 7 phases, 3 classes, 8 phases and the header word, 14 phases, 9 and 7 findings
  expect(told).toEqual({ AutoLaparo: 7, 'Colonoscopic-web': 3, 'M2CAI16-Workflow': 9, MultiBypass140: 14, cholec80: 'source/bad-label', 'hyper-kvasir': 9, 'kvasir-capsule': 7 });
});
