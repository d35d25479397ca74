import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';

import { type OverallBlock, scorePolicies } from './start-policies.js';

const items = Array.from({ length: 5 }, (_, index): BenchmarkItem => ({
  sample_id: `item-${index}`,
  dataset: 'set',
  video_id: 'video',
  media_path: 'video.mp4',
  task: 'phase_now',
  task_mode: 'single_turn',
  temporal_mode: 'present',
  question_type: 'closed',
  question: 'Which phase is it?',
  choices: ['Cutting', 'Washing'],
  answer: 'Cutting',
  query_time: 6,
  context_window_sec: 6,
  input_range: [0, 6],
  response_protocol: RESPONSE_PROTOCOLS.answer,
  label_source: 'original_annotation',
}));

/** Scores the policies on items of which the first thread saw so many, told of in blocks of two. */
async function score(seen: number, read = items) {
  async function* overalls(): AsyncGenerator<OverallBlock> {
    for (let from = 0; from < seen; from += 2) {
      const size = Math.min(2, seen - from);
      yield { values: new Float64Array(size).fill(1), known: new Uint8Array(size).fill(1) };
    }
  }
  async function* batches(): AsyncGenerator<readonly unknown[]> {
    for (const item of read) yield [item];
  }
  return scorePolicies({ read: batches, overalls: overalls(), seed: 1 });
}

describe('scorePolicies', () => {
  it('scores every item that the other thread scored', async () => {
    expect((await score(items.length)).baselines['oracle']?.overall).toMatchObject({ value: 1, n: items.length });
  });

  it.each([
    ['one fewer, in the middle of a block', 3],
    ['a block fewer', 2],
    ['none', 0],
    ['one more, in the same block', 6],
    ['a block more', 8],
  ])('ends where that thread saw %s: the file was changed meanwhile', async (_, seen) => {
    await expect(score(seen)).rejects.toMatchObject({ code: 'store/corrupt', message: expect.stringContaining('changed while it was scored') as string });
  });
});
