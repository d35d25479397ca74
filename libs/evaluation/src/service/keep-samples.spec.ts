import { type BenchmarkItem, type FrameLedger, hashText, RESPONSE_PROTOCOLS } from '@medstream/schema';

import { planRun } from '../plan-run.js';
import type { Answerer, SampleMedia } from '../ports.js';
import { keepSamples } from './keep-samples.js';

const MEDIA = 40;
/** Two items of each of forty recordings. */
const items = Array.from({ length: 2 * MEDIA }, (_, index): BenchmarkItem => {
  const name = `video-${String(Math.floor(index / 2)).padStart(2, '0')}`;
  return {
    sample_id: `item-${String(index).padStart(3, '0')}`,
    dataset: 'set',
    video_id: name,
    media_path: `${name}.mp4`,
    task: 'phase_now',
    task_mode: 'single_turn',
    temporal_mode: 'present',
    question_type: 'closed',
    question: `Which phase is it in view ${index}?`,
    choices: ['Cutting', 'Washing'],
    answer: 'Washing',
    query_time: 6,
    context_window_sec: 6,
    input_range: [0, 6],
    response_protocol: RESPONSE_PROTOCOLS.answer,
    label_source: 'original_annotation',
  };
});

test('each recording is decoded once; of those asked about long ago the ledger is read again', async () => {
  const { jobs } = planRun({
    items,
    data: [{ file: 'set.jsonl', sha256: 'a'.repeat(64), items: items.length }],
    model: { name: 'fake:model', settings: {}, looksAtFrames: true },
    sampling: { maxFrames: null, image: { quality: 90, maxSide: 1024 }, decoderVersions: { ffmpeg: '5.1' } },
    selection: { limit: null, filters: [] },
    seed: 1,
    uploadsAllowed: [],
    engineVersion: '0.1.0',
  });
  const disk = new Map<string | undefined, FrameLedger[]>();
  const decoded: string[] = [];
  let reads = 0;
  const sample = keepSamples(jobs, {
    readFrames: async (mediaKey) => {
      reads += 1;
      return disk.get(mediaKey) ?? [];
    },
    commitFrames: async (mediaKey, records) => void disk.set(mediaKey, [...records]),
  });
  const sampleMedia: SampleMedia = async ({ mediaPath, jobs: asked }) => {
    decoded.push(mediaPath);
    return new Map(asked.map(({ jobId, targetsMicros }) => [jobId, { frames: targetsMicros.map((micros) => ({ requested: micros / 1e6, pts: micros / 1e6, sha256: hashText(`${mediaPath}@${micros}`) })) }]));
  };
  const answerer: Extract<Answerer, { kind: 'model' }> = {
    kind: 'model',
    endpoint: null,
    checkReachable: async () => undefined,
    ask: () => Promise.reject(new Error('nobody is asked')),
    sampleMedia,
    readFrame: () => Promise.reject(new Error('nothing is read')),
    hasFrame: async () => true,
    cache: { get: async () => null, put: async () => undefined },
  };
  const framesOf = async (planned: (typeof all)[number]) => JSON.stringify(await sample(planned, answerer, new AbortController().signal));
  const all = [...jobs];
  const first = [];
  for (const planned of all) first.push(await framesOf(planned));
  expect(decoded).toHaveLength(MEDIA);
  expect(reads).toBe(MEDIA);
  // 32 recordings are held: those of the last are there still, those of the first are read again, and nothing is decoded
  expect(await framesOf(all.at(-1) as (typeof all)[number])).toBe(first.at(-1));
  expect(reads).toBe(MEDIA);
  expect(await framesOf(all[0] as (typeof all)[number])).toBe(first[0]);
  expect(reads).toBe(MEDIA + 1);
  expect(decoded).toHaveLength(MEDIA);
});
