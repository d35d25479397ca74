import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type IntervalTrack, parseJsonText } from '@medstream/schema';

import { autoLapora } from './autolapora.js';
import { m2cai16Workflow } from './m2cai16-workflow.js';
import { makeSourceFolder } from './testing/source-folder.js';

// lists of clips of the real data sets that are no part of the project: beside the repository, or where MEDSTREAM_SHARED says
const lists = resolve(process.env['MEDSTREAM_SHARED'] ?? join(import.meta.dirname, '../../../../shared'), 'data/labels/clip-lists');
const isThere = existsSync(lists);
beforeAll(() => {
  if (!isThere) console.warn('folder absent: no clip lists beside the repository or in MEDSTREAM_SHARED; only invented rows were checked');
});
const folder = makeSourceFolder({ beforeEach, afterEach });

/** Phase ids from 0, in order, of each real AutoLaparo video: clips are named `label_<video>_<number>.mp4`. */
function readAutoLaparoOrders(): Map<string, number[]> {
  const orders = new Map<string, number[]>();
  const rows = ['train', 'val', 'test'].flatMap((part) => readFileSync(join(lists, 'AutoLaparo', `${part}.csv`), 'utf8').trim().split('\n'));
  for (const row of rows) {
    const [, video = '', number = '', id = ''] = /label_(\d+)_(\d+)\.mp4"? (\d+)/.exec(row) ?? [];
    const order = orders.get(video) ?? [];
    order[Number(number) - 1] = Number(id);
    orders.set(video, order);
  }
  return orders;
}

test('the phase orders of the 21 real AutoLaparo videos read the same counted from 1 and from 0', async () => {
  if (!isThere) return expect(isThere).toBe(false);
  const orders = readAutoLaparoOrders();
  expect(orders.size).toBe(21);
  const read: string[][][] = [];
  for (const first of [0, 1]) {
    for (const [video, order] of orders) {
      await folder.put(`labels/label_${video}.txt`, ['Frame\tPhase', ...order.map((id, index) => `${index + 1}\t${id + first}`)].join('\n'));
    }
    const videos = await autoLapora.listVideos(folder.root);
    const timelines = await Promise.all(videos.map((video) => folder.read(autoLapora, video)));
    read.push(timelines.map(({ tracks }) => (tracks[0] as IntervalTrack).segments.map(({ label }) => label)));
  }
  const { vocabulary } = (await folder.readFirst(autoLapora)).tracks[0] as IntervalTrack;
  const expected = [...orders].sort(([left], [right]) => Number(left) - Number(right)).map(([, order]) => order.map((id) => vocabulary[id]));
  expect(read).toEqual([expected, expected]);
});

test('the phases of M2CAI16-Workflow are those of the real list, without the header word that stands among them', async () => {
  if (!isThere) return expect(isThere).toBe(false);
  const { label_to_index: ids } = parseJsonText(readFileSync(join(lists, 'M2CAI16-Workflow/label_mapping.json'), 'utf8'), 'label_mapping.json') as { label_to_index: Record<string, number> };
  await folder.put('train_dataset/workflow_video_01.txt', 'Frame\tPhase\n0\tPreparation\n');
  const { vocabulary } = (await folder.readFirst(m2cai16Workflow)).tracks[0] as IntervalTrack;
  expect(new Set([...vocabulary, 'Phase'])).toEqual(new Set(Object.keys(ids)));
});
