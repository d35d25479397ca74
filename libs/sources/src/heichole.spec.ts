import { type IntervalTrack, type ScoreTrack, type PresenceTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { endoVis2019, heiChole } from './heichole.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const phaseFile = (number: number): string => `Annotations/Phase/Hei-Chole${number}_Annotation_Phase.csv`;
const toolFile = (number: number): string => `Annotations/Instrument/Hei-Chole${number}_Annotation_Instrument.csv`;
const rows = (count: number, cells: (frame: number) => string): string => Array.from({ length: count }, (_, frame) => `${frame},${cells(frame)}`).join('\r\n');
/** `1` in one column of `count`. */
const flags = (count: number, column: number | null): string => Array.from({ length: count }, (_, index) => (index === column ? 1 : 0)).join(',');

async function readFirst(facts: { lastFrameMicros: number; frameRate: number } | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(heiChole, facts));
}
const trackOf = <Kind>(timeline: Timeline, signal: string): Kind => timeline.tracks.find((track) => track.signal === signal) as Kind;

describe('listVideos', () => {
  test('numbers are not padded: 2 comes before 10; plain tables take the place of detailed ones', async () => {
    await folder.put(phaseFile(10), '');
    await folder.put(phaseFile(2), '');
    await folder.put(toolFile(2), '');
    await folder.put('Annotations/Instrument/Hei-Chole2_Annotation_Instrument_Detailed.csv', '');
    await folder.put('Annotations/Instrument/Hei-Chole10_Annotation_Instrument_Detailed.csv', '');
    await folder.put('Annotations/Action/Hei-Chole2_Annotation_Action_Detailed.csv', '');
    await folder.put('Videos/Full/standard/Hei-Chole10.mp4', 'bytes');
    expect(await heiChole.listVideos(folder.root)).toMatchObject([
      { videoId: 'Hei-Chole2', mediaPath: 'Videos/Full/Hei-Chole2.mp4', isMediaPresent: false, files: { phase: phaseFile(2), tool: toolFile(2) } },
      { videoId: 'Hei-Chole10', mediaPath: 'Videos/Full/standard/Hei-Chole10.mp4', isMediaPresent: true, files: { tool: 'Annotations/Instrument/Hei-Chole10_Annotation_Instrument_Detailed.csv' } },
    ]);
    const [video] = await heiChole.listVideos(folder.root);
    expect(video?.files['action']).toBe('Annotations/Action/Hei-Chole2_Annotation_Action_Detailed.csv');
    await folder.put('Annotations/Action/Hei-Chole2_Annotation_Action.csv', '');
    expect((await heiChole.listVideos(folder.root))[0]?.files['action']).toBe('Annotations/Action/Hei-Chole2_Annotation_Action.csv');
  });

  test('lower-case copies are found, and both ids name the same case', async () => {
    await folder.put('EndoVis2019/Annotations/Phase/hei-chole3_annotation_phase.csv', '');
    await folder.put('EndoVis2019/Videos/Full/hei-chole3.mp4', 'bytes');
    const [own] = await heiChole.listVideos(folder.root);
    const [challenge] = await endoVis2019.listVideos(folder.root);
    expect([own, challenge]).toMatchObject([
      { dataset: 'HeiChole', videoId: 'Hei-Chole3', caseId: 'HeiChole/Hei-Chole3', mediaPath: 'EndoVis2019/Videos/Full/hei-chole3.mp4' },
      { dataset: 'EndoVis2019', videoId: 'Hei-Chole3', caseId: 'HeiChole/Hei-Chole3' },
    ]);
  });

  test('an empty root is told what it must hold', async () => {
    await expect(endoVis2019.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout', message: expect.stringContaining('EndoVis2019') });
  });
});

describe('readTimeline', () => {
  test.each([
    // 100 rows each: 4 s at 25 frames a second, 2 s at 50
    [1, 25, 4_000_000],
    [16, 50, 2_000_000],
  ])('100 rows of video %d at %d frames a second end at %d us', async (number, frameRate, endMicros) => {
    await folder.put(phaseFile(number), rows(100, (frame) => (frame < 50 ? '0' : '3')));
    await folder.put(`Videos/Full/Hei-Chole${number}.mp4`, 'bytes');
    const segments = [
      { startMicros: 0, endMicros: endMicros / 2, label: 'Preparation' },
      { startMicros: endMicros / 2, endMicros, label: 'Galbladder dissection' },
    ];
    const lastFrameMicros = endMicros - 1_000_000 / frameRate;
    const timeline = await readFirst({ lastFrameMicros, frameRate });
    expect(trackOf<IntervalTrack>(timeline, 'phase').segments).toEqual(segments);
    expect(timeline.notes).toEqual(['there is no tool file; tool labels are unknown', 'there is no action file; action labels are unknown']);
    // without media the public list of rates says the same
    expect(trackOf<IntervalTrack>(await readFirst(), 'phase').segments).toEqual(segments);
  });

  test('without media and outside the public list the rate is unknown', async () => {
    await folder.put(phaseFile(25), rows(100, () => '0'));
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/time-base-mismatch', message: `${phaseFile(25)} counts frames, and nothing tells how many make a second` });
  });

  test('22 cells are instrument groups; a change is kept to the frame', async () => {
    // clipper (column 1) from frame 30 on: 30/25 = 1.2 s; 60 rows end at 2.4 s
    await folder.put(toolFile(1), rows(60, (frame) => flags(21, frame < 30 ? null : 1)));
    const tools = trackOf<PresenceTrack>(await readFirst(), 'tool');
    expect(tools.vocabulary).toEqual(['Grasper', 'Clipper', 'Coagulation instruments', 'Scissors', 'Suction-irrigation', 'Specimen bag', 'Stapler', 'Undefined instrument shaft']);
    expect(tools.samples).toEqual([
      { atMicros: 0, labels: [] },
      { atMicros: 1_000_000, labels: [] },
      { atMicros: 1_200_000, labels: ['Clipper'] },
      { atMicros: 2_200_000, labels: ['Clipper'] },
      { atMicros: 2_400_000, labels: null },
    ]);
  });

  test('32 cells are single instruments, whatever the file is called', async () => {
    await folder.put(toolFile(1), rows(25, () => flags(31, 6)));
    const tools = trackOf<PresenceTrack>(await readFirst(), 'tool');
    expect([tools.vocabulary.length, tools.vocabulary.at(-1)]).toEqual([22, 'Undefined instrument shaft']);
    expect(tools.samples).toEqual([{ atMicros: 0, labels: ['Electric hook'] }]);
  });

  test('actions are the four columns of their table', async () => {
    await folder.put('Annotations/Action/Hei-Chole1_Annotation_Action.csv', rows(25, () => '1,0,0,1'));
    expect(trackOf<PresenceTrack>(await readFirst(), 'action')).toMatchObject({ vocabulary: ['grasp', 'hold', 'cut', 'clip'], samples: [{ labels: ['grasp', 'clip'] }] });
  });

  test('13 cells are the actions of the left hand, the right hand and the assistant', async () => {
    // columns 0 to 3, 4 to 7 and 8 to 11 are grasp, hold, cut, clip of each
    await folder.put('Annotations/Action/Hei-Chole1_Annotation_Action_Detailed.csv', rows(25, () => '1,0,0,0,0,1,0,0,0,0,0,1'));
    const actions = trackOf<PresenceTrack>(await readFirst(), 'action');
    expect(actions.vocabulary).toHaveLength(12);
    expect(actions.samples).toEqual([{ atMicros: 0, labels: ['left hand grasp', 'right hand hold', 'assistant clip'] }]);
  });

  test.each([
    ['an action table of five', 'Annotations/Action/Hei-Chole1_Annotation_Action.csv', '0,1,0,0,0,1\n', 'line 1: found 6 cells, expected a frame number and 4 or 12 cells of 0 or 1'],
    ['a header', phaseFile(1), 'Frame,Phase\n0,0\n', 'line 1: found "Frame", expected a frame number (0, 1, 2, …)'],
    ['an eighth phase', phaseFile(1), '0,7\n', 'line 1: found "7", expected one of 0, 1, 2, 3, 4, 5, 6'],
    ['a blank cell', phaseFile(1), '0,0\n1,\n', 'line 2: found "", expected one of 0, 1, 2, 3, 4, 5, 6'],
    ['collapsed columns', toolFile(1), `0,${flags(7, 0)}\n`, 'line 1: found 8 cells, expected a frame number and 21 or 31 cells of 0 or 1'],
    ['a reserved column', toolFile(1), `0,${flags(21, 7)}\n`, 'line 1: found 1 in column 9, expected 0 in a column without a meaning'],
    ['a row cut short', toolFile(1), `0,${flags(21, 0)}\n1,${flags(20, 0)}\n`, `line 2: found "${flags(20, 0).replaceAll(',', ' ')}", expected 21 cells of 0 or 1`],
  ])('refuses %s', async (_, path, content, message) => {
    await folder.put(path, content);
    await expect(readFirst()).rejects.toMatchObject({ code: 'source/bad-label', message: `${path} ${message}` });
  });

  test('tool rows that end before phase rows are unknown after that', async () => {
    await folder.put(phaseFile(1), rows(100, () => '0'));
    await folder.put(toolFile(1), rows(25, () => flags(21, 0)));
    expect(trackOf<PresenceTrack>(await readFirst(), 'tool').samples).toEqual([{ atMicros: 0, labels: ['Grasper'] }]);
    await folder.put(toolFile(1), rows(30, () => flags(21, 0)));
    expect(trackOf<PresenceTrack>(await readFirst(), 'tool').samples.at(-1)).toEqual({ atMicros: 1_200_000, labels: null });
  });
});

test('the longest video of the data set, 255,120 frames with all tables, is read in seconds within 150 MB', async () => {
  // video 17 runs at 50 frames a second: 5102.4 s, so 5103 samples a second apart and one that closes the last
  const frames = 255_120;
  await folder.put(phaseFile(17), rows(frames, (frame) => String(Math.floor((frame * 7) / frames))));
  await folder.put(toolFile(17), rows(frames, () => flags(21, 2)));
  const before = process.memoryUsage().rss;
  const timeline = await readFirst();
  expect(trackOf<IntervalTrack>(timeline, 'phase').segments).toHaveLength(7);
  expect(trackOf<IntervalTrack>(timeline, 'phase').segments.at(-1)?.endMicros).toBe(5_102_400_000);
  expect(trackOf<PresenceTrack>(timeline, 'tool').samples).toHaveLength(5104);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
}, 60_000);

describe('ratings of skill', () => {
  test('of a whole operation and of its parts, which are videos of the same case', async () => {
    await folder.put('Annotations/Skill/Hei-Chole10_Annotation_Skill.csv', '3,4,2,5,1\r\n');
    await folder.put('Annotations/Skill/Hei-Chole10_Annotation_Skill_Calot.csv', '3,4,,5,1\n');
    await folder.put('Videos/Skill/Hei-Chole10_calot.mp4', 'bytes');
    const videos = await heiChole.listVideos(folder.root);
    expect(videos.map(({ videoId, caseId, mediaPath, isMediaPresent }) => [videoId, caseId, mediaPath, isMediaPresent])).toEqual([
      ['Hei-Chole10', 'HeiChole/Hei-Chole10', 'Videos/Full/Hei-Chole10.mp4', false],
      ['Hei-Chole10_calot', 'HeiChole/Hei-Chole10', 'Videos/Skill/Hei-Chole10_calot.mp4', true],
    ]);
    const timelines = await Promise.all(videos.map((video) => folder.read(heiChole, video, null)));
    expect(timelines.map(({ tracks }) => (tracks[0] as ScoreTrack).values.map(({ value }) => value))).toEqual([[3, 4, 2, 5, 1], [3, 4, null, 5, 1]]);
    expect((timelines[0]?.tracks[0] as ScoreTrack).values[0]).toEqual({ scale: 'depth perception', value: 3, min: 1, max: 5, rater: null });
  });

  test.each(['3,4,2,5', '3,4,2,5,6', '3,4,2,5,x', '3,4,2,5,1\n3,4,2,5,1'])('refuses %s', async (content) => {
    await folder.put('Annotations/Skill/Hei-Chole1_Skill.csv', content);
    await expect(folder.readFirst(heiChole)).rejects.toMatchObject({ code: 'source/bad-label' });
  });
});
