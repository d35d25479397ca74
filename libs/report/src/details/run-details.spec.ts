import { benchmarkItemSchema } from '@medstream/schema';
import { scoreItem } from '@medstream/metrics';

import { createDetailsCollector, type DetailedReply } from './run-details.js';

/** Rounds at the given seconds; the answer is there from t* on. */
function make(id: string, times: readonly number[], expected: number | null, said: readonly string[], facts: Partial<DetailedReply> = {}) {
  const rounds = times.map((time, index) => ({ round: index + 1, current_time: time, input_range: [0, time], expected_output: expected !== null && time >= expected ? 'hook' : 'unanswerable', answerable: expected !== null && time >= expected }));
  const item = benchmarkItemSchema.parse({ sample_id: id, dataset: 'set', video_id: 'one', media_path: 'one.mp4', task: 'phase_next', task_mode: 'streaming', temporal_mode: 'future', question_type: 'closed', question: 'Which?', choices: ['hook', 'clip'], answer: 'hook', query_time: 0, context_window_sec: 0, input_range: [0, times.at(-1)], response_protocol: 'unanswerable | answer', label_source: 'original_annotation', rounds, expected_response_time: expected, tolerance_sec: 2 });
  const replies = said.map((raw, index) => ({ round: index + 1, raw, status: 'ok' as const, ...facts }));
  return { item, score: scoreItem({ item, replies }), replies };
}
const NO = 'unanswerable';

describe('run details', () => {
  it('parts responses into early, on time, late, missed, and silence kept or broken', () => {
    const collector = createDetailsCollector();
    const times = [10, 20, 30, 40];
    // t* = 30, tolerance 2
    collector.add(make('a', times, 30, [NO, 'hook', 'hook', 'hook'])); // 10 s early
    collector.add(make('b', times, 30, [NO, NO, 'clip', NO])); // on time, though wrong
    collector.add(make('c', [10, 20, 32], 30, [NO, NO, 'hook'])); // 2 s late: within tolerance
    collector.add(make('d', times, 30, [NO, NO, NO, 'hook'])); // 10 s late
    collector.add(make('e', times, 30, [NO, NO, NO, NO]));
    collector.add(make('f', times, null, [NO, NO, NO, NO]));
    collector.add(make('g', times, null, [NO, 'hook', NO, NO]));
    const [future] = collector.finish().timing;
    expect(future).toMatchObject({ mode: 'future', early: 1, onTime: 2, late: 1, missed: 1, silent: 1, spoke: 1, unknown: 0 });
    // of the 5 items with a t*: 1 by -10 s, 2 by 0, 3 by 2, 4 by 10, 4 at the end
    const at = (offset: number) => future?.curve.find(({ offsetSec }) => offsetSec === offset)?.share;
    expect([-60, -12, -10, -2, 0, 2, 8, 10, 60].map(at)).toEqual([0, 0, 0.2, 0.2, 0.4, 0.6, 0.6, 0.8, 0.8]);
  });

  it('adds up tokens where they are stated and latencies of calls that were made', () => {
    const collector = createDetailsCollector();
    collector.add(make('a', [10, 20], 20, [NO, 'hook'], { usage: { input_tokens: 100, output_tokens: null }, latency_ms: 1000, cached: false, frames: ['a'.repeat(64)] }));
    collector.add(make('b', [10, 20], 20, [NO, 'hook'], { usage: null, latency_ms: 9000, cached: true }));
    const { usage } = collector.finish();
    expect(usage).toMatchObject({ calls: 4, cached: 2, frames: 2, inputTokens: { sum: 200, calls: 2 }, outputTokens: null });
    expect(usage.latencyMs?.calls).toBe(2);
    // classes of one part in a hundred
    expect(Math.abs((usage.latencyMs?.median ?? 0) / 1000 - 1)).toBeLessThan(0.01);
  });

  it('adds up what calls cost where it is known, and says for how many', () => {
    const prices = { date: '2025-12-01', priceOf: ({ usage, model }: Pick<DetailedReply, 'usage' | 'model'>) => (model === 'vendor:one' && usage ? (usage.input_tokens ?? 0) / 1_000 : null) };
    const collector = createDetailsCollector({ prices });
    collector.add(make('a', [10, 20], 20, [NO, 'hook'], { model: 'vendor:one', usage: { input_tokens: 100, output_tokens: 1 } }));
    collector.add(make('b', [10, 20], 20, [NO, 'hook'], { model: 'other:one', usage: { input_tokens: 100, output_tokens: 1 } }));
    expect(collector.finish().usage).toMatchObject({ calls: 4, costUsd: { sum: 0.2, calls: 2, pricesOf: '2025-12-01' } });
    expect(createDetailsCollector({ prices }).finish().usage.costUsd).toBeNull();
  });

  it('keeps the same items whatever their number and order, and counts the rest', () => {
    const all = Array.from({ length: 60 }, (_, index) => make(`s${String(index).padStart(3, '0')}`, [10, 20], 20, [NO, 'hook']));
    const keep = (items: typeof all, maxItems: number) => {
      const collector = createDetailsCollector({ maxItems });
      for (const item of items) collector.add(item);
      return collector.finish().items;
    };
    const ten = keep(all, 10);
    expect([ten.shown.length, ten.total]).toEqual([10, 60]);
    expect(keep([...all].reverse(), 10)).toEqual(ten);
    // those of a smaller sample are among those of a larger one
    const twenty = keep(all, 20).shown.map(({ sampleId }) => sampleId);
    for (const { sampleId } of ten.shown) expect(twenty).toContain(sampleId);
    expect(keep(all, 100).shown).toHaveLength(60);
    expect(keep(all, 0)).toEqual({ shown: [], total: 60 });
  });

  it('counts what the items are', () => {
    const collector = createDetailsCollector();
    collector.add(make('a', [5, 30], 30, [NO, 'hook']));
    expect(collector.finish().statistics).toEqual({
      datasets: [{ name: 'set', items: 1, cases: 1, calls: 2 }],
      modes: [{ name: 'future, streaming', count: 1 }],
      tasks: [{ name: 'phase_next', count: 1 }],
      labelSources: [{ name: 'original_annotation', count: 1 }],
      questionTypes: [{ name: 'closed', count: 1 }],
      reviews: [{ name: 'not stated', count: 1 }],
      windows: [{ name: 'over 0 to 5 s', count: 1 }, { name: 'over 10 to 30 s', count: 1 }],
    });
  });
});
