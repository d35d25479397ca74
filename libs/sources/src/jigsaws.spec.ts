import { type IntervalTrack, type ScoreTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { jigsaws } from './jigsaws.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const FILE = 'Suturing/transcriptions/Suturing_B001.txt';

async function readFirst(facts: { lastFrameMicros: number; frameRate: number } | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(jigsaws, facts));
}

describe('listVideos', () => {
  test('both cameras of a trial are one case; a trial without media is listed for both', async () => {
    await folder.put(FILE, '');
    await folder.put('Knot_Tying/Knot_Tying/transcriptions/Knot_Tying_C002.txt', '');
    await folder.put('Knot_Tying/Knot_Tying/video/Knot_Tying_C002_capture2.avi', 'bytes');
    await folder.put('Suturing/meta_file_Suturing.txt', '');
    const videos = await jigsaws.listVideos(folder.root);
    expect(videos.map(({ videoId, caseId, mediaPath, isMediaPresent }) => [videoId, caseId, mediaPath, isMediaPresent])).toEqual([
      ['Knot_Tying_C002_capture2', 'JIGSAWS/Knot_Tying_C002', 'Knot_Tying/Knot_Tying/video/Knot_Tying_C002_capture2.avi', true],
      ['Suturing_B001_capture1', 'JIGSAWS/Suturing_B001', 'Suturing/video/Suturing_B001_capture1.avi', false],
      ['Suturing_B001_capture2', 'JIGSAWS/Suturing_B001', 'Suturing/video/Suturing_B001_capture2.avi', false],
    ]);
  });

  test('an empty root is told what it must hold', async () => {
    await expect(jigsaws.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout' });
  });
});

describe('readTimeline', () => {
  test('frames count from 1, the last frame belongs to the gesture, time outside is unlabelled', async () => {
    // 61-190: 60/30 = 2 s to 190/30 s; 191-342: to 342/30 = 11.4 s
    await folder.put(FILE, '61 190 G1 \n191 342 G5 \n');
    const [gestures] = (await readFirst()).tracks as [IntervalTrack];
    expect(gestures).toMatchObject({ signal: 'gesture', role: 'state' });
    expect(gestures.segments).toEqual([
      { startMicros: 2_000_000, endMicros: 6_333_333, label: 'reaching for needle with right hand' },
      { startMicros: 6_333_333, endMicros: 11_400_000, label: 'moving to center with needle in grip' },
    ]);
    expect(gestures.vocabulary).toHaveLength(15);
  });

  test('a gesture twice in a row is read as one, with a note; over a gap it stays two', async () => {
    await folder.put(FILE, '1 30 G3 \r\n31 60 G3 \r\n91 120 G3 \r\n');
    const timeline = await readFirst();
    expect((timeline.tracks[0] as IntervalTrack).segments.map(({ startMicros, endMicros }) => [startMicros, endMicros])).toEqual([
      [0, 2_000_000],
      [3_000_000, 4_000_000],
    ]);
    expect(timeline.notes).toEqual(['1 gesture(s) follow one of the same kind; the two are read as one']);
  });

  test('labels that stop before a 30-fps video are fine', async () => {
    await folder.put(FILE, '1 300 G1 \n');
    await folder.put('Suturing/video/Suturing_B001_capture1.avi', 'bytes');
    const timeline = await readFirst({ lastFrameMicros: 20_000_000 - 33_333, frameRate: 30 });
    expect(timeline.notes).toEqual(['labels end at 10 s, the media at 20 s; the rest of the media is unlabelled']);
  });

  test.each([
    ['a gesture without a meaning', '1 30 G16 \n', 'line 1: found "G16", expected one of G1, G2,'],
    ['frame 0', '0 30 G1 \n', 'line 1: found the first frame "0", expected a frame after 0'],
    ['an overlap', '1 30 G1 \n30 40 G2 \n', 'line 2: found the first frame "30", expected a frame after 30'],
    ['an end before its start', '20 10 G1 \n', 'line 1: found the last frame "10", expected a frame from 20 on'],
    ['a missing cell', '1 30\n', 'line 1: found "1 30", expected three cells: first frame, last frame, label'],
    ['an empty file', '', 'line 1: found an empty file, expected rows'],
  ])('refuses %s', async (_, content, message) => {
    await folder.put(FILE, content);
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining(`${FILE} ${message}`) });
  });
});

describe('ratings', () => {
  const META = 'Suturing/meta_file_Suturing.txt';
  beforeEach(() => folder.put(FILE, '1 30 G1 \n'));

  test('cells stand between one or two tabs, the last line is empty', async () => {
    await folder.put(META, 'Suturing_B001\t\tI\t\t17\t\t3\t3\t2\t3\t3\t3\r\nSuturing_B002\t\tE\t\t30\t\t5\t5\t5\t5\t5\t5\r\n\r\n');
    const timeline = await readFirst();
    const track = timeline.tracks[1] as ScoreTrack;
    expect(track).toMatchObject({ signal: 'skill', grade: 'intermediate', vocabulary: ['novice', 'intermediate', 'expert'] });
    expect(track.values.map(({ scale, value, min, max }) => [scale, value, min, max]).slice(0, 3)).toEqual([
      ['global rating score', 17, 6, 30],
      ['respect for tissue', 3, 1, 5],
      ['suture and needle handling', 3, 1, 5],
    ]);
    expect(track.values).toHaveLength(7);
    expect(timeline.notes).toEqual([]);
  });

  test.each([
    ['a sum of its own', 'Suturing_B001 N 18 3 3 2 3 3 3', 'the ratings add up to 17, the meta file states 18'],
    ['no row', 'Suturing_B002 N 17 3 3 2 3 3 3', 'the meta file has no row for this trial; its ratings are unknown'],
  ])('%s is noted', async (_, content, note) => {
    await folder.put(META, content);
    expect((await readFirst()).notes).toEqual([note]);
  });

  test.each(['Suturing_B001 X 17 3 3 2 3 3 3', 'Suturing_B001 N 17 3 3 2 3 3', 'Suturing_B001 N 17 3 3 2 3 3 6', 'Suturing_B001 N 17 3 3 2 3 3 0'])('refuses %s', async (content) => {
    await folder.put(META, content);
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining(`${META} line 1: found`) });
  });
});
