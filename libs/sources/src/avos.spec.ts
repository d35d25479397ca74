import { type BoxTrack, type IntervalTrack, type Timeline, timelineSchema } from '@medstream/schema';

import { avos } from './avos.js';
import type { ProbedMedia } from './source.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const TABLE = 'open_surgery_temporal_annotations_Jan16.csv';
const HEADER = ',video_id,start_seconds,end_seconds,start_frame,end_frame,label\n';
const ID = 'abcDEF-12_3';

async function readFirst(facts: Partial<ProbedMedia> | null = null): Promise<Timeline> {
  return timelineSchema.parse(await folder.readFirst(avos, facts));
}

test('videos that are gone are passed over; their pictures with boxes are not; without any media all are listed', async () => {
  await folder.put(`AVOS/${TABLE}`, `${HEADER}0,${ID},1,2,30,60,tying\n1,go-ne,1,2,30,60,tying\n`);
  await folder.put('AVOS/bbox.csv', 'image_name,x1,y1,x2,y2,class\ngo-ne-12.jpg,1,2,3,4,hand\n');
  await folder.put('AVOS/train.csv', `videos\n${ID}\n`);
  expect((await avos.listVideos(folder.root)).map(({ videoId, isMediaPresent }) => [videoId, isMediaPresent])).toEqual([[ID, false], ['go-ne', false]]);
  await folder.put(`AVOS/video/${ID}.mp4`, 'bytes');
  await folder.put('AVOS/images/go-ne-12.jpg', 'bytes');
  expect((await avos.listVideos(folder.root)).map(({ videoId, caseId, mediaType }) => [videoId, caseId, mediaType])).toEqual([
    [ID, `AVOS/${ID}`, 'video'],
    ['go-ne-12', 'AVOS/go-ne', 'image'],
  ]);
});

test('seconds may have fractions; where two actions overlap neither is known; abstaining says nothing', async () => {
  await folder.put(TABLE, `${HEADER}0,${ID},14,29.5,420,885,suturing\n1,${ID},28,31,840,930,background\n2,other,0,5,0,150,tying\n3,${ID},31,40,930,1200,none/abstain\n4,${ID},40,40,1200,1200,tying\n`);
  const timeline = await readFirst();
  expect((timeline.tracks[0] as IntervalTrack).segments).toEqual([
    { startMicros: 14_000_000, endMicros: 28_000_000, label: 'suturing' },
    { startMicros: 29_500_000, endMicros: 31_000_000, label: 'background' },
  ]);
  expect(timeline.notes).toEqual(['intervals of different actions overlap for 1.5 s; there the action is unknown']);
});

test('boxes stand at their frames of the video; ids keep their dashes', async () => {
  await folder.put(TABLE, `${HEADER}0,${ID},0,10,0,250,tying\n`);
  await folder.put('boxes.csv', `image_name,x1,y1,x2,y2,class\n${ID}-50.jpg,10,20,30,40,hand\n${ID}-50.jpg,60,70,50,40,NeedleDriver\n`);
  await folder.put(`video/${ID}.mp4`, 'bytes');
  const [, boxes] = (await readFirst({ lastFrameMicros: 9_960_000, frameRate: 25, width: 100, height: 80 })).tracks as [IntervalTrack, BoxTrack];
  expect(boxes.samples).toEqual([
    {
      atMicros: 2_000_000,
      regions: [
        { label: 'hand', box: { x0: 10, y0: 20, x1: 30, y1: 40 }, attribute: null },
        { label: 'needledriver', box: { x0: 50, y0: 40, x1: 60, y1: 70 }, attribute: null },
      ],
    },
  ]);
});

test.each([
  ['another action', `0,${ID},1,2,30,60,clipping`, 'line 2: found "clipping", expected one of cutting'],
  ['an end before its start', `0,${ID},5,2,30,60,tying`, 'line 2: found 5 to 2'],
  ['a path as a video', '0,../x,1,2,30,60,tying', 'line 2: found the video "../x"'],
])('refuses %s', async (_, row, message) => {
  await folder.put(TABLE, `${HEADER}${row}\n`);
  await expect(avos.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringContaining(`${TABLE} ${message}`) });
});

test('an empty root is told what it must hold', async () => {
  await expect(avos.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout' });
});
