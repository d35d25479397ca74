import { type BenchmarkItem, hashJson, hashText, RANDOM_GENERATOR, RESPONSE_PROTOCOLS } from '@medstream/schema';
import fc from 'fast-check';

import { buildPrompt } from './build-prompt.js';
import { planRun, type PlanOptions } from './plan-run.js';
import { parseItemFilter } from './select-items.js';

const makeItem = (sampleId: string, overrides: Partial<BenchmarkItem> = {}): BenchmarkItem => ({
  sample_id: sampleId,
  dataset: 'set',
  video_id: 'one',
  media_path: 'one.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'open',
  question: 'What is seen?',
  reference_answer: 'a hook',
  query_time: 30,
  context_window_sec: 30,
  input_range: [0, 30],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
  ...overrides,
});

const OPTIONS: PlanOptions = {
  items: [makeItem('b'), makeItem('a'), makeItem('c', { task: 'other' })],
  data: [{ file: 'z.jsonl', sha256: 'a'.repeat(64), items: 1 }, { file: 'a.jsonl', sha256: 'b'.repeat(64), items: 2 }],
  model: { name: 'fake:model', settings: {}, looksAtFrames: true },
  sampling: { maxFrames: null, image: { quality: 90, maxSide: 1024 }, decoderVersions: { ffmpeg: '5.1' } },
  selection: { limit: null, filters: [] },
  seed: 1,
  uploadsAllowed: [],
  engineVersion: '0.1.0',
};

/** The plan with all its items and jobs, as they are read one by one. */
function plan(overrides: Partial<PlanOptions> = {}) {
  const { items, jobs, manifest } = planRun({ ...OPTIONS, ...overrides });
  return { items: [...items], jobs: [...jobs], ids: [...jobs.ids], media: Array.from(jobs.ids, (_, job) => jobs.mediaOf(job)), manifest };
}
const idsOf = (overrides: Partial<PlanOptions> = {}) => plan(overrides).jobs.map(({ job }) => job.job_id);

describe('planRun', () => {
  it('sorts jobs by sample_id and states window, targets and the hash of the prompt', () => {
    const { items, jobs, ids, manifest } = plan();
    expect(jobs.map(({ job }) => job.sample_id)).toEqual(['a', 'b', 'c']);
    // [0, 30] each 2 s: 0, 2, … 30
    expect(jobs[0]?.job).toMatchObject({ media_path: 'one.mp4', input_range: [0, 30], targets: Array.from({ length: 16 }, (_, index) => index * 2) });
    expect(manifest.data.map(({ file }) => file)).toEqual(['a.jsonl', 'z.jsonl']);
    // by the definition: hashes of the whole lists
    expect(manifest.plan_parts['data']).toBe(hashJson(items.map((item) => hashJson(item))));
    expect(manifest.plan_hash).toBe(hashJson({ planParts: manifest.plan_parts, jobs: ids }));
    expect(Object.keys(manifest.plan_parts).sort()).toEqual(['data', 'model', 'prompt', 'sampling', 'seed', 'settings']);
  });

  it.each([333_334, Number.MAX_SAFE_INTEGER])('refuses %i repeats before they are listed, and says how many may be', (repeats) => {
    // 3 items: 3 * 333,333 = 999,999 calls fit into a million
    expect(() => plan({ repeats })).toThrow(expect.objectContaining({ code: 'usage/bad-argument', hint: expect.stringContaining('--repeats at most 333333') as string }));
  });

  it('gives each job its item, round, repeat and id, whichever is asked for first', () => {
    const rounds = [1, 2].map((round) => ({ round, current_time: 30 + round, input_range: [30, 30 + round] as [number, number], expected_output: 'unanswerable', answerable: false }));
    const items = [makeItem('a'), makeItem('b', { task_mode: 'streaming', temporal_mode: 'future', media_path: 'two.mp4', rounds }), makeItem('c')];
    const { jobs, ids, media } = plan({ items, repeats: 2 });
    // a and c are asked twice, each of the two rounds of b as well
    expect(jobs.map(({ job, item, round }) => [job.sample_id, item.sample_id, job.round, round?.round, job.repeat])).toEqual([
      ['a', 'a', undefined, undefined, undefined],
      ['a', 'a', undefined, undefined, 1],
      ['b', 'b', 1, 1, undefined],
      ['b', 'b', 1, 1, 1],
      ['b', 'b', 2, 2, undefined],
      ['b', 'b', 2, 2, 1],
      ['c', 'c', undefined, undefined, undefined],
      ['c', 'c', undefined, undefined, 1],
    ]);
    expect(media).toEqual([0, 0, 1, 1, 1, 1, 0, 0]);
    const planned = planRun({ ...OPTIONS, items, repeats: 2 }).jobs;
    fc.assert(fc.property(fc.nat(7), (index) => expect([planned.read(index), planned.ids.indexOf(planned.ids.at(index))]).toEqual([jobs[index], index])));
    expect([planned.ids.indexOf('job-of-another-plan'), jobs.map(({ job }) => job.job_id)]).toEqual([undefined, ids]);
    for (const { job, item, window } of jobs) expect(job.prompt_hash).toBe(hashText(buildPrompt(item, window)));
  });

  it('is the same plan for any order of the items', () => {
    const items = ['a', 'b', 'c', 'd', 'e'].map((id) => makeItem(id));
    fc.assert(fc.property(fc.shuffledSubarray(items, { minLength: 5 }), (shuffled) => expect(plan({ items: shuffled })).toEqual(plan({ items }))));
  });

  it.each<[string, Partial<PlanOptions>]>([
    ['the question', { items: [makeItem('a', { question: 'And what now?' })] }],
    ['the answer', { items: [makeItem('a', { reference_answer: 'a clip' })] }],
    ['the window', { items: [makeItem('a', { query_time: 28, input_range: [0, 28] })] }],
    ['the model', { model: { name: 'fake:other', settings: {}, looksAtFrames: true } }],
    ['its settings', { model: { name: 'fake:model', settings: { temperature: 1 }, looksAtFrames: true } }],
    ['the cap on frames', { sampling: { maxFrames: 4, image: { quality: 90, maxSide: 1024 }, decoderVersions: { ffmpeg: '5.1' } } }],
    ['the pictures', { sampling: { maxFrames: null, image: { quality: 80, maxSide: 1024 }, decoderVersions: { ffmpeg: '5.1' } } }],
    ['the decoder', { sampling: { maxFrames: null, image: { quality: 90, maxSide: 1024 }, decoderVersions: { ffmpeg: '6.0' } } }],
    ['the seed', { seed: 2 }],
  ])('gives a job another id when %s changes', (_what, change) => {
    const items = [makeItem('a')];
    expect(idsOf({ items, ...change })).not.toEqual(idsOf({ items }));
  });

  it('gives each round its own id, window and number, in order of time', () => {
    const rounds = [3, 1, 2].map((round) => ({ round, current_time: 30 + round, input_range: [30, 30 + round] as [number, number], expected_output: 'unanswerable', answerable: false }));
    const { jobs } = plan({ items: [makeItem('a', { task_mode: 'streaming', temporal_mode: 'future', rounds })] });
    expect(jobs.map(({ job }) => [job.round, job.input_range, job.targets])).toEqual([[1, [30, 31], [30, 31]], [2, [30, 32], [30, 32]], [3, [30, 33], [30, 32, 33]]]);
    expect(new Set(jobs.map(({ job }) => job.job_id)).size).toBe(3);
  });

  it('thins evenly and says so; baselines look at nothing', () => {
    const thinned = plan({ sampling: { maxFrames: 4, image: { quality: 90, maxSide: 1024 }, decoderVersions: {} } });
    // 16 targets by index 0, 5, 10, 15
    expect(thinned.jobs[0]?.job.targets).toEqual([0, 10, 20, 30]);
    expect(thinned.manifest.off_protocol).toEqual(['at most 4 frames a call, thinned evenly (--max-frames)']);
    const single = plan({ selection: { limit: 1, filters: [] }, sampling: { maxFrames: 1, image: { quality: 90, maxSide: 1024 }, decoderVersions: {} } });
    expect(single.manifest.off_protocol).toEqual(['only the first item by sample_id (--limit)', 'at most 1 frame a call, thinned evenly (--max-frames)']);
    const blind = plan({ model: { name: 'baseline:abstain', settings: {}, looksAtFrames: false } });
    expect(blind.jobs.map(({ job }) => job.targets)).toEqual([[], [], []]);
  });

  it('writes down every departure from the protocol', () => {
    const items = [makeItem('a', { sampling_period_sec: 1, prompt: 'own' }), makeItem('b', { sampling_period_sec: 1 }), makeItem('c')];
    expect(plan({ items, selection: { limit: 3, filters: [{ key: 'dataset', value: 'set' }] } }).manifest.off_protocol).toEqual([
      'only the first 3 items by sample_id (--limit)',
      'only items with dataset=set (--filter)',
      '2 items state a sampling period of 1 s instead of 2 s',
      '1 item brings its own prompt',
    ]);
  });

  it('takes the first items by sample_id after filtering', () => {
    const selected = (limit: number | null, ...filters: string[]) => plan({ selection: { limit, filters: filters.map(parseItemFilter) } }).items.map(({ sample_id }) => sample_id);
    expect(selected(2)).toEqual(['a', 'b']);
    expect(selected(1, 'task=other')).toEqual(['c']);
    expect(selected(null, 'query_time=30', 'task=phase_now')).toEqual(['a', 'b']);
    expect(() => selected(null, 'task=nothing')).toThrow(expect.objectContaining({ code: 'input/no-items' }));
    expect(() => selected(null, 'tusk=other')).toThrow(expect.objectContaining({ code: 'usage/bad-argument' }));
    expect(() => parseItemFilter('task')).toThrow(expect.objectContaining({ code: 'usage/bad-argument' }));
    expect(parseItemFilter('question=a=b')).toEqual({ key: 'question', value: 'a=b' });
  });

  it('names the item that asks for an absurd number of frames, before it lists them', () => {
    // 30 s at 0.1 ms: 300,000 steps and their start
    const absurd = makeItem('absurd', { sampling_period_sec: 0.0001 });
    expect(() => plan({ items: [makeItem('a'), absurd] })).toThrow(expect.objectContaining({ code: 'input/too-large', message: 'the item "absurd": the window asks for 300001 frames, the limit is 100000', details: { sample_id: 'absurd' } }));
    const rounds = Array.from({ length: 20 }, (_, index) => ({ round: index + 1, current_time: 99_000 + index, input_range: [30, 99_000 + index] as [number, number], expected_output: 'unanswerable', answerable: false }));
    const many = makeItem('many', { task_mode: 'streaming', temporal_mode: 'future', sampling_period_sec: 1, rounds });
    expect(() => plan({ items: [many] })).toThrow(/^the item "many": all rounds together ask for/);
    // thinned ones are never listed whole, and policies look at nothing
    expect(plan({ items: [absurd, many], sampling: { maxFrames: 2, image: { quality: 90, maxSide: 1024 }, decoderVersions: {} } }).jobs[0]?.job.targets).toEqual([0, 30]);
    expect(plan({ items: [absurd, many], model: { name: 'baseline:abstain', settings: {}, looksAtFrames: false } }).jobs).toHaveLength(21);
  });

  it('names in the manifest what draws random numbers', () => {
    expect(plan().manifest.versions).toEqual({ engine: '0.1.0', prompt: expect.any(String), random: RANDOM_GENERATOR, ffmpeg: '5.1' });
  });

  it('refuses two items with one id', () => {
    expect(() => plan({ items: [makeItem('a'), makeItem('a')] })).toThrow(expect.objectContaining({ code: 'input/duplicate' }));
  });
});
