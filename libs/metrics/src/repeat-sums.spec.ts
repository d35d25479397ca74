import { type BenchmarkItem, type ItemScore, type Summary, summarySchema } from '@medstream/schema';
import fc from 'fast-check';

import { combineRepeats, combineScores } from './combine-repeats.js';
import { compareScores } from './compare-scores.js';
import { rankMajorityAnswers } from './rank-majority-answers.js';
import { createPolicyRows } from './policy-rows.js';
import { scoreItem, type ScoredReply } from './score-item.js';
import { createScoreSums } from './score-sums.js';
import { makeClosedItem, makeFutureItem, makeProactiveItem } from './testing/make-items.js';

const NO = 'unanswerable';

/** Scores of the replies of each repeat; null for a call that failed by our fault. */
function ask(item: BenchmarkItem, ...repeats: (readonly (string | null)[])[]): ItemScore[] {
  return repeats.map((raws, repeat) => {
    const replies = raws.map((raw, index): ScoredReply => ({ round: item.task_mode === 'streaming' ? index + 1 : null, ...(raw === null ? { status: 'transport_error', raw: null } : { status: 'ok', raw }) }));
    return { ...scoreItem({ item, replies }), ...(repeat === 0 ? {} : { repeat }) };
  });
}

function summarise(asked: readonly (readonly [BenchmarkItem, ItemScore[]])[], times: number): Summary {
  const [sums, policies] = [createScoreSums({ seed: 1, times }), createPolicyRows({ seed: 1, majority: rankMajorityAnswers(asked.map(([item]) => item)), withBaselineIntervals: false })];
  for (const [item, scores] of asked) {
    const score = combineRepeats(scores);
    sums.add(item, score, scores);
    policies.add(item, score.overall);
  }
  return summarySchema.parse(sums.finish({ jobs: 0, leakAudit: { jobs: 0, violations: 0 }, policies: policies.finish() }));
}

describe('repeats, by hand', () => {
  const steady = makeClosedItem({ sample_id: 'a' });
  const wavering = makeClosedItem({ sample_id: 'b' });
  const streaming = makeFutureItem([[10, NO, false], [20, 'hook', true]], { sample_id: 'c' });
  const torn = makeClosedItem({ sample_id: 'd' });
  const alerting = makeProactiveItem([[10, 'no_alert', false], [20, 'alert: smoke', true]], { sample_id: 'e' });
  const asked = [
    [steady, ask(steady, ['hook'], ['hook'], ['A'])],
    [wavering, ask(wavering, ['hook'], ['grasper'], ['hook'])],
    // C = (1 + 1) / 2, then (1 + 0) / 2 and no response at all, then right again
    [streaming, ask(streaming, [NO, 'hook'], [NO, NO], [NO, 'hook'])],
    [torn, ask(torn, ['hook'], [null], ['hook'])],
    // other reasons, the same status
    [alerting, ask(alerting, ['no_alert', 'alert: smoke'], ['no_alert', 'alert: it smokes'], ['no_alert', 'alert: haze'])],
  ] as const;
  const summary = summarise(asked.map(([item, scores]) => [item, [...scores]] as const), 3);
  const { repeats } = summary;

  it('an item is worth the mean over its repeats, and nothing where one has no score', () => {
    expect(combineRepeats(asked[1][1])).toMatchObject({ content: 2 / 3, overall: 2 / 3, statuses: { ok: 3 } });
    // O: 1, then 0.7 * 0.5 + 0.3 * 0, then 1; S: 1, 0, 1
    expect(combineRepeats(asked[2][1])).toMatchObject({ content: 2.5 / 3, content_pre: 1, content_post: 2 / 3, responsiveness: 2 / 3, stability: 2 / 3, overall: expect.closeTo(2.35 / 3, 12) as number });
    expect(combineRepeats(asked[3][1])).toMatchObject({ overall: null, content: null, unscored_reason: 'transport_error', statuses: { ok: 2, transport_error: 1 } });
    expect(combineScores(asked.flatMap(([, scores]) => scores))).toEqual(asked.map(([, scores]) => combineRepeats(scores)));
  });

  it('figures are over items, not over replies; calls are counted by repeat', () => {
    // 1, 2/3, 2.35/3, none, 1
    const overall = (1 + 2 / 3 + 2.35 / 3 + 1) / 4;
    expect(summary.overall).toMatchObject({ value: expect.closeTo(overall, 12) as number, n: 4, bounds: [expect.closeTo((4 * overall) / 5, 12), expect.closeTo((4 * overall + 1) / 5, 12)] });
    expect(summary).toMatchObject({ items: 5, statuses: { ok: 20, transport_error: 1 }, unscored: { transport_error: 1 }, incomplete: true });
    expect(repeats).toMatchObject({ times: 3, complete: 4, partial: 1 });
    // over the four complete items: 4, 1 + 0 + 0.35 + 1, 4
    expect(repeats?.runs).toEqual([
      { repeat: 0, overall: 1, scored: 5, statuses: { ok: 7 } },
      { repeat: 1, overall: 2.35 / 4, scored: 4, statuses: { ok: 6, transport_error: 1 } },
      { repeat: 2, overall: 1, scored: 5, statuses: { ok: 7 } },
    ]);
  });

  it('agreement is over items whose calls all ended by the model: a letter reads as its choice, an alert as its status', () => {
    // a and e of a, b, c, e
    expect(repeats?.agreement).toMatchObject({ overall: { value: 0.5, n: 4 }, modes: { present: { value: 0.5, n: 2 }, future: { value: 0, n: 1 }, proactive: { value: 1, n: 1 } }, tasks: { phase_next: { value: 0, n: 1 } } });
  });

  it('the standard deviation is that of O within an item', () => {
    // b: 1, 0, 1 has 1/3; c: 1, 0.35, 1 has 0.65^2 / 3; a and e none
    const [ofB, ofC] = [1 / 3, 0.65 ** 2 / 3];
    expect(repeats?.standard_deviation.overall).toEqual({ value: expect.closeTo(Math.sqrt((ofB + ofC) / 4), 12), n: 4 });
    expect(repeats?.standard_deviation.modes['present']).toEqual({ value: expect.closeTo(Math.sqrt(ofB / 2), 12), n: 2 });
  });

  it('R under other rules is the mean over the repeats, too', () => {
    const row = summary.sensitivity.find(({ kernel, tolerance_sec: toleranceSec }) => kernel === 'step' && toleranceSec === 2);
    // c: 1, 0, 1; e: 1 throughout
    expect(row?.responsiveness).toMatchObject({ value: expect.closeTo((2 / 3 + 1) / 2, 12) as number, n: 2 });
  });
});

describe('repeats, whatever is answered', () => {
  const answers = fc.constantFrom('hook', 'grasper', 'something', NO);
  const items = Array.from({ length: 12 }, (_, index) => makeClosedItem({ sample_id: `s${String(index).padStart(2, '0')}`, video_id: `v${index}`, case_id: `c${index}` }));

  it('the same replies N times have the figures and the intervals of one: nothing is narrower for being asked again', () => {
    fc.assert(
      fc.property(fc.array(answers, { minLength: 12, maxLength: 12 }), fc.integer({ min: 2, max: 5 }), (raws, times) => {
        const once = summarise(items.map((item, index) => [item, ask(item, [raws[index] as string])] as const), 1);
        const often = summarise(items.map((item, index) => [item, ask(item, ...Array.from({ length: times }, () => [raws[index] as string]))] as const), times);
        expect(often.overall).toEqual({ ...once.overall, value: expect.closeTo(once.overall.value ?? 9, 12), ...(once.overall.ci95 === null ? {} : { ci95: once.overall.ci95.map((end) => expect.closeTo(end, 12) as number) }), bounds: once.overall.bounds?.map((end) => expect.closeTo(end, 12) as number) });
        expect([often.repeats?.agreement.overall.value, often.repeats?.standard_deviation.overall.value]).toEqual([1, expect.closeTo(0, 12)]);
        expect(once.repeats).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });

  it('two runs are compared by the means of their items', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(answers, answers), { minLength: 12, maxLength: 12 }), (raws) => {
        const often = items.flatMap((item, index) => ask(item, ...(raws[index] ?? []).map((raw) => [raw])));
        const once = items.flatMap((item) => ask(item, ['hook']));
        const mean = raws.flat().filter((raw) => raw === 'hook').length / 24;
        expect(compareScores({ items, first: once, second: often, seed: 1 })).toMatchObject({ pairs: 12, overall: { first: 1, second: expect.closeTo(mean, 12) as number } });
      }),
      { numRuns: 20 },
    );
  });
});
