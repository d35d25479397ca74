import { join } from 'node:path';

import { type Answerer, type AskModel, executeRun, planRun, type SampleMedia } from '@medstream/evaluation';
import { DEFAULT_PICTURE_FORMAT } from '@medstream/media';
import { type BenchmarkItem, type Prediction, RESPONSE_PROTOCOLS } from '@medstream/schema';
import { makeTemporaryFolder, runTestFfmpeg, type TemporaryFolder } from '@medstream/testing';

import { composeFrames, composeMedia } from './compose-media.js';
import { openRunFolder } from './compose-run-folder.js';

const FPS = 25;
/** Ends of windows, between pictures and on them: 5.013 s shows the picture of 5.0 s. */
const ENDS_SEC = [4, 5.013, 6.5, 8, 9.999];
/** The picture right after the one on display at the end of each window: it alone is red. */
const flashes = ENDS_SEC.map((end) => Math.floor(end * FPS + 1e-6) + 1);

const common: BenchmarkItem = {
  sample_id: '',
  dataset: 'set',
  video_id: 'probe',
  media_path: 'probe.mp4',
  task: 'flash',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'Is there a flash?',
  choices: ['No', 'Yes'],
  answer: 'Yes',
  query_time: 0,
  context_window_sec: 3,
  input_range: [0, 0],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
};
const items: BenchmarkItem[] = [
  ...ENDS_SEC.map((end, index): BenchmarkItem => ({ ...common, sample_id: `single-${index}`, query_time: end, input_range: [end - 3, end].map((time) => Math.round(time * 1000) / 1000) as [number, number] })),
  {
    ...common,
    sample_id: 'streaming',
    task_mode: 'streaming',
    temporal_mode: 'proactive',
    question_type: 'open',
    question: 'Say when a flash comes.',
    choices: undefined,
    answer: undefined,
    response_protocol: RESPONSE_PROTOCOLS.alert,
    query_time: 1.3,
    input_range: [1.3, 10],
    rounds: ENDS_SEC.map((end, index) => ({ round: index + 1, current_time: end, input_range: [1.3, end], expected_output: 'no_alert', answerable: false })),
  },
];

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  const flash = flashes.map((number) => `eq(n,${number})`).join('+');
  await runTestFfmpeg(['-f', 'lavfi', '-i', `color=gray:s=160x96:r=${FPS}:d=12`, '-vf', `drawbox=color=red:t=fill:enable='${flash}'`, '-c:v', 'libx264', '-bf', '2', '-g', '50', '-pix_fmt', 'yuv420p', '-y', join(folder.path, 'probe.mp4')]);
}, 60_000);
afterAll(() => folder.remove());

/**
 * Runs the probe with a model that answers from pixels alone: `Yes` or an alert where any picture is red, else the prior.
 *
 * @param bend what stands between the run and its sampler; the product has nothing there
 */
async function probe(name: string, bend: (sample: SampleMedia) => SampleMedia) {
  const media = await composeMedia({ environment: { ffmpegPath: process.env['FFMPEG_PATH'], cacheSize: undefined }, cacheFolder: join(folder.path, `cache-${name}`), hasVideo: true });
  const frames = composeFrames(media, folder.path);
  let pictures = 0;
  const ask: AskModel = async ({ prompt, images }) => {
    let isRed = false;
    for (const { bytes } of images) {
      pictures += 1;
      const { rgb, width, height } = await media.decodeImage(bytes);
      const middle = ((height >> 1) * width + (width >> 1)) * 3;
      isRed ||= (rgb[middle] as number) > 180 && (rgb[middle + 1] as number) < 80;
    }
    const isStreaming = prompt.includes('no_alert');
    const text = isStreaming ? (isRed ? 'alert: flash' : 'no_alert') : isRed ? 'B' : 'A';
    return { status: 'ok', text, usage: null, latencyMs: 1, attempts: 1 };
  };
  const answerer: Answerer = { kind: 'model', ...frames, ask, checkReachable: async () => undefined, endpoint: null, sampleMedia: bend(frames.sampleMedia) };
  const plan = planRun({
    items,
    data: [],
    model: { name: 'probe:pixels', settings: {}, looksAtFrames: true },
    sampling: { maxFrames: null, image: DEFAULT_PICTURE_FORMAT, decoderVersions: media.versions },
    selection: { limit: null, filters: [] },
    seed: 1,
    uploadsAllowed: [],
    engineVersion: '0.0.0',
  });
  const run = await openRunFolder(join(folder.path, name));
  try {
    const { summary } = await executeRun(plan, { folder: run, answerer, onEvent: () => undefined, startReport: () => ({ add: () => undefined, render: async () => 'none' }) }, { resume: false, retryErrors: false, concurrency: 2 });
    const predictions: Prediction[] = [];
    for await (const prediction of run.readRecords('predictions.jsonl')) predictions.push(prediction as Prediction);
    return { summary, predictions, pictures };
  } finally {
    await run.release();
  }
}

/** What must hold of the product: the model never says more than it would say blind. */
function assertAtPrior(predictions: readonly Prediction[]): void {
  expect(predictions).toHaveLength(2 * ENDS_SEC.length);
  expect(predictions.map(({ sample_id, round, raw }) => [sample_id, round, raw])).toEqual(predictions.map(({ sample_id, round }) => [sample_id, round, sample_id === 'streaming' ? 'no_alert' : 'A']));
}

/** A sampler that takes the next picture, as `-ss`, rounding up or an index off by one do. */
const takeNext = (sample: SampleMedia): SampleMedia => (request) =>
  sample({ ...request, jobs: request.jobs.map((job) => ({ ...job, targetsMicros: job.targetsMicros.map((target) => target + 1e6 / FPS), endMicros: job.endMicros + 1e6 / FPS })) });

/** Ledgers that claim the times that were asked for: the guard, which looks at ledgers, is blind. */
const blindGuard = (sample: SampleMedia): SampleMedia => async (request) => {
  const sampled = await sample(request);
  return new Map([...sampled].map(([jobId, result]) => [jobId, 'error' in result ? result : { frames: result.frames.map((frame) => ({ ...frame, pts: frame.pts - 1 / FPS })) }]));
};

it('a model that reads pixels stays at its prior in every round before the flash', async () => {
  const { summary, predictions, pictures } = await probe('product', (sample) => sample);
  assertAtPrior(predictions);
  expect(summary.leak_audit).toEqual({ jobs: predictions.length, violations: 0 });
  expect(pictures).toBeGreaterThan(20);
}, 60_000);

it('a sampler that takes the next picture is stopped by the guard before the model sees any', async () => {
  const { predictions, pictures } = await probe('guarded', takeNext);
  expect([...new Set(predictions.map(({ status, error }) => `${status} ${error?.code}`))]).toEqual(['decode_error media/future-frame']);
  expect(pictures).toBe(0);
}, 60_000);

it('with the guard off the same sampler makes the probe fail: the flash is seen', async () => {
  const { predictions } = await probe('unguarded', (sample) => blindGuard(takeNext(sample)));
  expect(() => assertAtPrior(predictions)).toThrow();
  // every single turn and every round shows its flash
  expect(predictions.filter(({ raw }) => raw === 'B' || raw?.startsWith('alert'))).toHaveLength(2 * ENDS_SEC.length);
}, 60_000);
