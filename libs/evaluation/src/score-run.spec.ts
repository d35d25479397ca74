import { type BenchmarkItem, RESPONSE_PROTOCOLS, type Summary } from '@medstream/schema';

import type { RunFolder } from './ports.js';
import { scoreOutsidePredictions } from './score-run.js';

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

async function score(predictions: unknown[]): Promise<{ summary: Summary; files: Map<string, string> }> {
  const files = new Map<string, string>();
  const folder = {
    writeText: async (name: string, text: string) => void files.set(name, text),
    writeRecords: async (name: string, records: Iterable<unknown> | AsyncIterable<unknown>) => {
      const lines: string[] = [];
      for await (const record of records) lines.push(JSON.stringify(record));
      files.set(name, lines.join('\n'));
    },
  } as unknown as RunFolder;
  const { summary } = await scoreOutsidePredictions({ items: [streaming, single], predictions: { name: 'outside.jsonl', records: predictions }, seed: 1, folder, startReport: () => ({ add: () => undefined, render: async () => '<p></p>' }) });
  return { summary, files };
}
const rounds = ['unanswerable', 'Washing', 'Washing', 'unanswerable'].map((output, index) => ({ sample_id: 'streaming', round: index + 1, output }));

describe('scoreOutsidePredictions', () => {
  it('scores items and rounds in any order and writes scores by sample_id', async () => {
    const { summary, files } = await score([...rounds].reverse().concat([{ sample_id: 'single', output: 'B' } as (typeof rounds)[0]]));
    const scores = (files.get('scores.jsonl') as string).split('\n').map((line) => JSON.parse(line));
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
});
