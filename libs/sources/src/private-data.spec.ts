import { type IntervalTrack, timelineSchema } from '@medstream/schema';

import { privateData } from './private-data.js';
import { makeSourceFolder } from './testing/source-folder.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const TEN_SECONDS = { lastFrameMicros: 9_960_000, frameRate: 25 };
const read = async () => timelineSchema.parse(await folder.readFirst(privateData, TEN_SECONDS));

test('an interval table brings its own labels', async () => {
  await folder.put('intervals.csv', 'video,start_s,end_s,label,source\nc1,0,4.5,suturing,a\nc1,4.5,20,access,b\nc2,0,1,access,b\n');
  await folder.put('videos/c1.mp4', 'bytes');
  const timeline = await read();
  expect(timeline).toMatchObject({ dataset: 'private_data', videoId: 'c1', caseId: 'private_data/c1' });
  expect(timeline.tracks as IntervalTrack[]).toMatchObject([
    {
      signal: 'phase',
      vocabulary: ['access', 'suturing'],
      segments: [
        { startMicros: 0, endMicros: 4_500_000, label: 'suturing' },
        { startMicros: 4_500_000, endMicros: 10_000_000, label: 'access' },
      ],
    },
  ]);
});

test('a description at the root comes first', async () => {
  await folder.put('intervals.csv', 'video,start_s,end_s,label\nc1,0,4,a\n');
  await folder.put('private_data.yaml', 'title: t\norgan: knee\nformat: directory-label\nfolder: clips\nsignal: step\n');
  await folder.put('clips/reaming/1.mp4', 'bytes');
  expect(await read()).toMatchObject({ dataset: 'private_data', organ: 'knee', tracks: [{ signal: 'step', segments: [{ label: 'reaming' }] }] });
});

test('a description with a key that nothing reads is refused by the name of its file', async () => {
  await folder.put('private_data.yaml', 'title: t\norgan: knee\nformat: directory-label\nsignal: step\ncolour: red\n');
  await expect(privateData.listVideos(folder.root)).rejects.toMatchObject({ code: 'config/unknown-key', message: expect.stringContaining('private_data.yaml') });
});

test('folders named after labels', async () => {
  await folder.put('1_access/x.mp4', 'bytes');
  expect((await read()).tracks).toMatchObject([{ signal: 'phase', vocabulary: ['access'], labelSource: 'directory_label' }]);
});

test('an empty root is told the three layouts', async () => {
  await expect(privateData.listVideos(folder.root)).rejects.toMatchObject({ code: 'source/bad-layout', hint: expect.stringMatching(/private_data\.yaml.*intervals\.csv.*<label>/) });
});
