import { type BenchmarkItem, createSeededRandom, RESPONSE_PROTOCOLS, type Summary } from '@medstream/schema';
import fc from 'fast-check';

import { scoreOutsidePredictions } from './score-run.js';
import { MemoryRunFolder } from './testing/memory-run-folder.js';

const single: BenchmarkItem = {
  sample_id: 'single',
  dataset: 'set',
  video_id: 'one',
  media_path: 'one.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'Which?',
  choices: ['Cutting', 'Washing'],
  answer: 'Washing',
  query_time: 6,
  context_window_sec: 6,
  input_range: [0, 6],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
};
/** The worked example of the metrics rules: rounds at 10, 20, 30, 40 s, t* = 30, delta 2. */
const streaming: BenchmarkItem = {
  ...single,
  sample_id: 'streaming',
  temporal_mode: 'future',
  task_mode: 'streaming',
  query_time: 0,
  input_range: [0, 40],
  tolerance_sec: 2,
  rounds: [10, 20, 30, 40].map((current_time, index) => ({ round: index + 1, current_time, input_range: [0, current_time] as [number, number], expected_output: index < 2 ? 'unanswerable' : 'Washing', answerable: index >= 2 })),
};

async function score(predictions: unknown[], items = [streaming, single]): Promise<{ summary: Summary; files: Map<string, string> }> {
  const folder = new MemoryRunFolder();
  const located = items.map((item, index) => ({ item, place: `items.jsonl, record ${index + 1}` }));
  try {
    const { summary } = await scoreOutsidePredictions({ items: located, predictions: { name: 'outside.jsonl', records: predictions }, seed: 1, folder, startReport: () => ({ add: () => undefined, render: async () => '<p></p>' }) });
    return { summary, files: folder.files };
  } finally {
    // what is sorted goes, come what may
    expect([...folder.files.keys()].filter((name) => name.includes('partial'))).toEqual([]);
  }
}
const rounds = ['unanswerable', 'Washing', 'Washing', 'unanswerable'].map((output, index) => ({ sample_id: 'streaming', round: index + 1, output }));

describe('scoreOutsidePredictions', () => {
  it('scores items and rounds in any order and writes scores by sample_id', async () => {
    const { summary, files } = await score([...rounds].reverse().concat([{ sample_id: 'single', output: 'B' } as (typeof rounds)[0]]));
    const scores = (files.get('scores.jsonl') as string).trimEnd().split('\n').map((line) => JSON.parse(line));
    expect(scores.map(({ sample_id }: { sample_id: string }) => sample_id)).toEqual(['single', 'streaming']);
    // C = (1 + 0 + 1 + 0) / 4, R = exp(-8/10), S = 1/2, O = 0.7 C + 0.3 R
    expect(scores[1]).toMatchObject({ content: 0.5, stability: 0.5, first_positive_time: 20 });
    expect(scores[1].overall).toBeCloseTo(0.35 + 0.3 * Math.exp(-0.8), 12);
    expect(summary).toMatchObject({ items: 2, jobs: 5, incomplete: false, leak_audit: { jobs: 0, violations: 0 } });
    expect([...files.keys()].sort()).toEqual(['report.html', 'scores.jsonl', 'summary.json']);
  });

  it('takes a round of null, as tables write it, for none', async () => {
    const { summary } = await score([{ sample_id: 'single', round: null, output: 'B' }, ...rounds]);
    expect(summary).toMatchObject({ incomplete: false, overall: { n: 2 } });
  });

  it('counts what is missing and scores the rest', async () => {
    const { summary } = await score([{ sample_id: 'single', output: 'Washing' }, ...rounds.slice(1)]);
    expect(summary).toMatchObject({ overall: { value: 1, n: 1 }, unscored: { missing: 1 }, incomplete: true });
    expect(summary.statuses.missing).toBe(1);
  });

  it.each<[string, unknown[], string]>([
    ['outside.jsonl, record 5: the prediction for "streaming" round 1 stands in record 1, too', [...rounds, rounds[0]], 'a second line'],
    ['outside.jsonl, record 2: the prediction for "nobody" names no item or round of the data', [rounds[0], { sample_id: 'nobody', output: 'x' }], 'an unknown item'],
    ['outside.jsonl, record 1, output: ', [{ sample_id: 'single' }], 'a field that is missing'],
    ['outside.jsonl, record 1: ', [[]], 'a list'],
  ])('names file and record: %s', async (message, predictions) => {
    await expect(score(predictions)).rejects.toMatchObject({ message: expect.stringContaining(message) as string });
  });

  it.each<[string, unknown[], string]>([
    ['a second line for a round', [...rounds, rounds[0]], 'input/duplicate'],
    ['an unknown item', [{ sample_id: 'nobody', output: 'x' }], 'input/unknown-id'],
    ['an unknown round', [{ sample_id: 'streaming', round: 5, output: 'x' }], 'input/unknown-id'],
    ['a streaming item without its round', [{ sample_id: 'streaming', output: 'x' }], 'input/unknown-id'],
    ['a streaming item with a round of null', [{ sample_id: 'streaming', round: null, output: 'x' }], 'input/unknown-id'],
    ['a round of a single-turn item', [{ sample_id: 'single', round: 1, output: 'x' }], 'input/unknown-id'],
    ['a line without output', [{ sample_id: 'single' }], 'input/bad-record'],
  ])('refuses %s', async (_name, predictions, code) => {
    await expect(score(predictions)).rejects.toMatchObject({ code });
  });

  it('knows the predictions of a run, and says what scores them', async () => {
    const line = { job_id: 'job-1', sample_id: 'single', status: 'ok', raw: 'B', value: 'B', frames: [] };
    await expect(score([line])).rejects.toMatchObject({ code: 'input/bad-record', hint: 'this is the file of a run: name its folder instead, medstream-eval score RUN' });
  });

  it('gives the same bytes for items and predictions in any order', async () => {
    const items = Array.from({ length: 6 }, (_, index) => ({ ...(index % 2 === 0 ? single : streaming), sample_id: `id${(index * 5) % 6}`, case_id: `case${index}` }));
    const predictions = items.flatMap((item, index) => (item.rounds ?? [null]).map((round) => ({ sample_id: item.sample_id, ...(round === null ? {} : { round: round.round }), output: ['Washing', 'unanswerable', 'A', '?'][(index + (round?.round ?? 0)) % 4] })));
    const { files } = await score(predictions, items);
    expect((files.get('scores.jsonl') as string).trimEnd().split('\n')).toHaveLength(6);
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const random = createSeededRandom(seed, 'shuffle');
        expect((await score(random.shuffle(predictions), random.shuffle(items))).files).toEqual(files);
      }),
      { numRuns: 20 },
    );
  });

  it('joins ids that begin with one another, and signs that sort low', async () => {
    const items = ['a', 'a\0', 'a\0\0', 'a\u0001', 'ab'].map((sample_id, index) => ({ ...(index === 1 ? streaming : single), sample_id }));
    const predictions = items.flatMap(({ sample_id, rounds: own }) => (own ?? [null]).map((round) => ({ sample_id, ...(round === null ? {} : { round: round.round }), output: 'B' })));
    expect((await score(predictions, items)).summary).toMatchObject({ overall: { n: 5 }, incomplete: false });
  });

  it('marks the items of a task that takes sets by all items, those read later included', async () => {
    const none = { ...single, sample_id: 'a', answer: 'unanswerable' };
    const several = { ...single, sample_id: 'b', answer: ['Cutting', 'Washing'] };
    // two choices are an answer to a question of sets, and none to a question of one
    const { files } = await score([{ sample_id: 'a', output: 'Cutting; Washing' }, { sample_id: 'b', output: 'Washing; Cutting' }], [none, several]);
    const scores = (files.get('scores.jsonl') as string).trimEnd().split('\n').map((line) => JSON.parse(line) as { content: number; statuses: object });
    expect(scores).toMatchObject([{ content: 0, statuses: { ok: 1 } }, { content: 1, statuses: { ok: 1 } }]);
  });

  it('refuses two items of one id, and no items', async () => {
    await expect(score([], [single, streaming, single])).rejects.toMatchObject({ code: 'input/duplicate', message: 'the sample_id "single" of items.jsonl, record 3, stands in items.jsonl, record 1, too' });
    await expect(score([], [])).rejects.toMatchObject({ code: 'input/no-items' });
  });
});
