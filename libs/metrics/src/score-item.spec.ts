import { type BenchmarkItem, itemScoreSchema, type PredictionStatus } from '@medstream/schema';
import fc from 'fast-check';

import { BASELINE_NAMES, createBaseline, parseBaselineName } from './baselines.js';
import { scoreBaseline } from './score-baseline.js';
import { scoreItem, type ScoredReply } from './score-item.js';
import { RESPONSE_KERNELS, type ResponseKernel, scoreResponsiveness } from './score-responsiveness.js';
import { makeClosedItem, makeFutureItem, makeOpenItem, makeProactiveItem, type RoundFacts } from './testing/make-items.js';

const say = (...texts: string[]): ScoredReply[] => texts.map((raw, index) => ({ round: index + 1, status: 'ok', raw }));
const sayOnce = (raw: string): ScoredReply[] => [{ round: null, status: 'ok', raw }];
const NO = 'unanswerable';
const gold = ([first, second, third, fourth]: readonly number[]): RoundFacts[] => [[first ?? 0, NO, false], [second ?? 0, NO, false], [third ?? 0, 'hook', true], [fourth ?? 0, 'hook', true]];
const worked = makeFutureItem(gold([10, 20, 30, 40]), { expected_response_time: 30, tolerance_sec: 2 });

describe('the worked examples of the metric rules', () => {
  it('answers at 20 and 30 where the evidence comes at 30', () => {
    const score = itemScoreSchema.parse(scoreItem({ item: worked, replies: say(NO, 'hook', 'hook', NO) }));
    expect(score.content).toBe(0.5); // (1 + 0 + 1 + 0) / 4
    expect(score.content_pre).toBe(0.5); // rounds at 10, 20: (1 + 0) / 2
    expect(score.content_post).toBe(0.5); // rounds at 30, 40: (1 + 0) / 2
    expect(score.first_positive_time).toBe(20);
    expect(score.responsiveness).toBeCloseTo(0.4493, 4); // d = -10, exp(-(10 - 2) / 10)
    expect(score.stability).toBe(0.5); // 30 positive, 40 not
    expect(score.overall).toBeCloseTo(0.4848, 4); // 0.7 x 0.5 + 0.3 x 0.4493
    expect(score.statuses).toEqual({ ok: 4 });
  });

  it('loses nothing at exactly delta: first answer at 32, t* 30', () => {
    const item = makeFutureItem(gold([12, 22, 32, 42]), { expected_response_time: 30, tolerance_sec: 2 });
    expect(scoreItem({ item, replies: say(NO, NO, 'hook', 'hook') })).toMatchObject({ responsiveness: 1, overall: 1 });
  });

  it('all silent', () => {
    // C = (1 + 1 + 0 + 0) / 4; R = S = 0; O = 0.7 x 0.5
    expect(scoreItem({ item: worked, replies: say(NO, NO, NO, NO) })).toMatchObject({ content: 0.5, content_pre: 1, content_post: 0, responsiveness: 0, stability: 0, overall: 0.35, first_positive_time: null });
  });

  it('t* null and silent', () => {
    const item = makeFutureItem([[10, NO, false], [20, NO, false]], { expected_response_time: null });
    expect(scoreItem({ item, replies: say(NO, NO) })).toMatchObject({ content: 1, content_post: null, responsiveness: 1, stability: null, overall: 1 });
    // one positive round, or one that is not ok: R = 0; C = 1/2, O = 0.35
    expect(scoreItem({ item, replies: say(NO, 'hook') })).toMatchObject({ content: 0.5, responsiveness: 0, overall: 0.35 });
    expect(scoreItem({ item, replies: say(NO, 'who knows') })).toMatchObject({ content: 0.5, responsiveness: 0, statuses: { ok: 1, invalid: 1 } });
  });

  it('where a judge was to say whether a reply is an answer, and failed, neither C nor R nor S is known', () => {
    const item = makeFutureItem([[10, NO, false], [20, NO, false]], { expected_response_time: null });
    expect(scoreItem({ item, replies: say(NO, 'who knows'), judge: [{ round: 2, failed: true }] })).toMatchObject({ content: null, responsiveness: null, stability: null, overall: null, unscored_reason: 'judge_failed' });
  });

  it('t* beyond the last round counts as null and says so', () => {
    const item = makeFutureItem([[10, NO, false], [20, NO, false]], { expected_response_time: 21 });
    expect(scoreItem({ item, replies: say(NO, NO) })).toMatchObject({ responsiveness: 1, stability: null, note: expect.stringContaining('beyond the last round') });
  });

  it('counts frames by the stated rate', () => {
    // 10 frames/s: delta 2 s = 20 frames, tau 10 s = 100 frames; d = 400 - 300 = 100 -> exp(-(100 - 20) / 100)
    const facts = { media_type: 'image_sequence' as const, media_path: 'demo/frames', frame_rate: 10, expected_response_time: 300 };
    const item = makeFutureItem(gold([100, 200, 300, 400]), facts);
    expect(scoreItem({ item, replies: say(NO, NO, NO, 'hook') }).responsiveness).toBeCloseTo(Math.exp(-0.8), 12);
  });
});

describe('content of one call', () => {
  const judged = { round: null, correctness: 2, evidence_grounding: 1, safety: 1 };
  const multi = makeClosedItem({ answer: ['hook', 'grasper'] });
  const dark = makeOpenItem({ reference_answer: NO });
  it.each<[string, Parameters<typeof scoreItem>[0], object]>([
    ['closed right', { item: makeClosedItem(), replies: sayOnce('A') }, { content: 1, overall: 1, responsiveness: null }],
    ['closed wrong', { item: makeClosedItem(), replies: sayOnce('B') }, { content: 0 }],
    ['closed, not readable', { item: makeClosedItem(), replies: sayOnce('the hook maybe') }, { content: 0, statuses: { invalid: 1 } }],
    ['closed, read by a judge', { item: makeClosedItem(), replies: sayOnce('an L-shaped hook'), judge: [{ round: null, choice: 'hook' }] }, { content: 1, rounds: [{ status: 'invalid', value: 'hook', decided_by: 'judge_accepted', content: 1, round: null }] }],
    ['a set', { item: multi, replies: sayOnce('grasper, hook') }, { content: 1, f1: 1 }],
    // 1 of 1 said, 1 of 2 right: F1 = 2 x 1 / (1 + 2)
    ['half a set', { item: multi, replies: sayOnce('hook') }, { content: 0, f1: 2 / 3 }],
    ['a set, abstained', { item: multi, replies: sayOnce(NO) }, { content: 0, f1: 0 }],
    ['open, equal', { item: makeOpenItem(), replies: sayOnce('the gallbladder is being dissected') }, { content: 1, rounds: [{ decided_by: 'exact', content: 1, round: null, status: 'ok', value: 'the gallbladder is being dissected' }] }],
    ['open, other words, no judge', { item: makeOpenItem(), replies: sayOnce('Dissection.') }, { content: null, overall: null, unscored_reason: 'no_judge' }],
    ['open, judged', { item: makeOpenItem(), replies: sayOnce('Dissection.'), judge: [judged] }, { content: 0.8 }], // (2 + 1 + 1) / 5
    ['closed, judge failed', { item: makeClosedItem(), replies: sayOnce('an L-shaped hook'), judge: [{ round: null, failed: true }] }, { overall: null, unscored_reason: 'judge_failed', statuses: { invalid: 1 } }],
    ['closed, the judge reads no choice', { item: makeClosedItem(), replies: sayOnce('an L-shaped hook'), judge: [{ round: null, choice: null }] }, { content: 0, rounds: [{ status: 'invalid', value: null, decided_by: 'status', content: 0, round: null }] }],
    ['open, judge failed', { item: makeOpenItem(), replies: sayOnce('Dissection.'), judge: [{ round: null, failed: true }] }, { overall: null, unscored_reason: 'judge_failed' }],
    ['open, wrongly abstained', { item: makeOpenItem(), replies: sayOnce(NO), judge: [judged] }, { content: 0 }],
    ['open, rightly abstained', { item: dark, replies: sayOnce('Unanswerable.') }, { content: 1 }],
    ['open, answered in the dark', { item: dark, replies: sayOnce('Dissection.') }, { content: 0 }],
    ['refused', { item: makeOpenItem(), replies: [{ round: null, status: 'refused', raw: 'no' }] }, { content: 0, statuses: { refused: 1 } }],
    ['our fault', { item: makeClosedItem(), replies: [{ round: null, status: 'decode_error', raw: null }] }, { content: null, unscored_reason: 'decode_error' }],
    ['no reply', { item: makeClosedItem(), replies: [] }, { overall: null, unscored_reason: 'missing', statuses: { missing: 1 } }],
    ['gold that is no choice', { item: makeClosedItem({ answer: 'stapler' }), replies: sayOnce('A') }, { overall: null, unscored_reason: 'unreadable_gold' }],
  ])('%s', (_, input, expected) => {
    expect(itemScoreSchema.parse(scoreItem(input))).toMatchObject(expected);
  });

  it('refuses points out of range, a second reply and a reply to no round', () => {
    expect(() => scoreItem({ item: makeOpenItem(), replies: sayOnce('x'), judge: [{ ...judged, correctness: 90 }] })).toThrow('90 points for correctness');
    expect(() => scoreItem({ item: makeClosedItem(), replies: [...sayOnce('A'), ...sayOnce('B')] })).toThrow('two replies to one call');
    expect(() => scoreItem({ item: worked, replies: say(NO, NO, NO, NO, NO) })).toThrow('round 5');
  });

  it('a proactive item: uncertain before is right, an alert by status, its reason by a judge', () => {
    const item = makeProactiveItem([[10, 'no_alert', false], [20, 'alert: clip applier appears', true]]);
    expect(scoreItem({ item, replies: say('uncertain', 'alert: a clip applier') })).toMatchObject({ content: 1, responsiveness: 1, stability: 1, overall: 1 });
    // (2 + 0 + 1) / 5 = 0.6 for the reason: C = (1 + 0.6) / 2
    expect(scoreItem({ item, replies: say('no_alert', 'alert: x'), judge: [{ round: 2, correctness: 2, evidence_grounding: 0, safety: 1 }] }).content).toBe(0.8);
    // early: d = -10, delta 2 -> exp(-0.8); C = (0 + 1) / 2
    expect(scoreItem({ item, replies: say('alert: x', 'alert: x') })).toMatchObject({ content: 0.5, content_pre: 0, content_post: 1, first_positive_time: 10, responsiveness: Math.exp(-0.8) });
  });

  it('one failed round leaves a streaming item unscored; an open one without a judge keeps R and S', () => {
    const failed = scoreItem({ item: worked, replies: [...say(NO, NO, 'hook'), { round: 4, status: 'transport_error' }] });
    expect(failed).toMatchObject({ content: null, responsiveness: null, overall: null, unscored_reason: 'transport_error', statuses: { ok: 3, transport_error: 1 } });
    const item = makeOpenItem({ task_mode: 'streaming', temporal_mode: 'future', query_time: 0, rounds: worked.rounds });
    expect(scoreItem({ item, replies: say(NO, NO, 'a hook', 'hook') })).toMatchObject({ content: null, overall: null, responsiveness: 1, stability: 1, unscored_reason: 'no_judge' });
  });
});

describe('responsiveness', () => {
  const rate = (offSec: number, kernel: ResponseKernel, toleranceSec = 2): number =>
    scoreResponsiveness({ firstPositiveMicros: 100e6 + Math.round(offSec * 1e6), expectedMicros: 100e6, isEveryRoundOk: true, toleranceMicros: toleranceSec * 1e6, tauEarlyMicros: 10e6, tauLateMicros: 20e6, kernel });

  it.each<[number, ResponseKernel, number]>([
    [7, 'exponential', Math.exp(-5 / 20)], // late: (7 - 2) / 20
    [-7, 'exponential', Math.exp(-5 / 10)], // early: (7 - 2) / 10
    [7, 'linear', 0.75], // 1 - 5 / 20
    [-12, 'linear', 0], // 1 - 10 / 10
    [-30, 'linear', 0],
    [2, 'step', 1],
    [2.000001, 'step', 0],
  ])('%d s off, %s: %d', (off, kernel, expected) => {
    expect(rate(off, kernel)).toBeCloseTo(expected, 12);
  });

  it('lies in [0, 1], is 1 within delta and never grows with distance', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 99, noNaN: true }), fc.double({ min: 0, max: 50, noNaN: true }), fc.constantFrom(-1, 1), fc.constantFrom(0, 1, 2, 5), fc.constantFrom(...RESPONSE_KERNELS), (near, more, side, delta, kernel) => {
        const [one, other] = [rate(side * near, kernel, delta), rate(side * (near + more), kernel, delta)];
        expect(one >= 0 && one <= 1 && other <= one).toBe(true);
        if (near <= delta - 1e-6) expect(one).toBe(1);
      }),
    );
  });
});

/** A second, plain reading of the rules for closed future items, in seconds. */
function scoreNaively(item: BenchmarkItem, said: readonly string[]): { C: number; R: number; S: number | null; O: number } {
  const rounds = item.rounds ?? [];
  const t = item.expected_response_time ?? null;
  const C = rounds.filter((round, i) => round.expected_output === said[i]).length / rounds.length;
  const first = rounds.find((_, i) => said[i] !== NO);
  const off = first === undefined || t === null ? null : Math.abs(first.current_time - t);
  const R = t === null ? (first === undefined ? 1 : 0) : off === null ? 0 : Math.exp(-Math.max(0, off - (item.tolerance_sec ?? 2)) / 10);
  const late = rounds.map((round, i) => ({ time: round.current_time, said: said[i] })).filter(({ time }) => t !== null && time >= t);
  const S = late.length === 0 ? null : late.filter((round) => round.said !== NO).length / late.length;
  return { C, R, S, O: 0.7 * C + 0.3 * R };
}

const schedule = fc.tuple(fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 8 }), fc.nat(8), fc.constantFrom(undefined, 0, 1, 2, 5)).map(([times, at, tolerance_sec]) => {
  const sorted = [...times].sort((one, other) => one - other);
  const t = sorted[at] ?? null;
  return { sorted, t, tolerance_sec };
});

it('a plain second implementation of C, R, S and O agrees', () => {
  fc.assert(
    fc.property(schedule, fc.array(fc.constantFrom(NO, 'hook', 'grasper'), { minLength: 8, maxLength: 8 }), ({ sorted, t, tolerance_sec }, said) => {
      const item = makeFutureItem(sorted.map((time): RoundFacts => [time, t !== null && time >= t ? 'hook' : NO, t !== null && time >= t]), { expected_response_time: t, tolerance_sec });
      const score = scoreItem({ item, replies: say(...said.slice(0, sorted.length)) });
      const naive = scoreNaively(item, said);
      expect(Math.abs((score.content ?? 9) - naive.C)).toBeLessThan(1e-12);
      expect(Math.abs((score.responsiveness ?? 9) - naive.R)).toBeLessThan(1e-12);
      expect(score.stability === null ? null : score.stability.toFixed(12)).toBe(naive.S === null ? null : naive.S.toFixed(12));
      expect(Math.abs((score.overall ?? 9) - naive.O)).toBeLessThan(1e-12);
    }),
  );
});

it('the oracle scores exactly 1 on every kind of item', () => {
  const kinds = fc.constantFrom('choice', 'set', 'open', 'dark', 'future', 'future open', 'proactive');
  fc.assert(
    fc.property(kinds, schedule, fc.nat(7), (kind, { sorted, t, tolerance_sec }, mask) => {
      const answer = ['hook', 'grasper', 'clip applier'].filter((_, index) => (mask >> index) % 2 === 1);
      const rounds = (no: string, yes: string): RoundFacts[] => sorted.map((time) => [time, t !== null && time >= t ? yes : no, t !== null && time >= t]);
      const facts = { expected_response_time: t, tolerance_sec };
      const item = {
        choice: () => makeClosedItem({ answer: 'clip applier' }),
        set: () => makeClosedItem({ answer }),
        open: () => makeOpenItem(),
        dark: () => makeOpenItem({ reference_answer: NO }),
        future: () => makeFutureItem(rounds(NO, 'grasper'), facts),
        'future open': () => makeOpenItem({ ...facts, task_mode: 'streaming', temporal_mode: 'future', query_time: 0, rounds: makeFutureItem(rounds(NO, 'the grasper comes in')).rounds }),
        proactive: () => makeProactiveItem(rounds('no_alert', 'alert: clip applier appears'), facts),
      }[kind]();
      expect(scoreBaseline(item, createBaseline('oracle', { items: [item], seed: 1 })).overall).toBe(1);
    }),
  );
});

describe('baselines', () => {
  const future = makeFutureItem(gold([10, 20, 30, 40]), { sample_id: 'f' });
  const alert = makeProactiveItem([[10, 'no_alert', false], [20, 'no_alert', false], [30, 'alert: x', true]], { sample_id: 'p' });
  const closed = makeClosedItem({ sample_id: 'c1', answer: 'grasper' });
  const items = [closed, makeClosedItem({ sample_id: 'c2', answer: 'grasper' }), makeClosedItem({ sample_id: 'c3', answer: 'hook' }), makeOpenItem({ sample_id: 'o' }), future, alert];
  const open = items[3] as BenchmarkItem;
  const all = (name: string, item: BenchmarkItem): string[] => (item.rounds ?? [{ round: null }]).map(({ round }) => createBaseline(name, { items, seed: 7 })(item, round));

  it.each<[string, BenchmarkItem, string[]]>([
    ['abstain', closed, [NO]],
    ['abstain', open, [NO]],
    ['abstain', future, [NO, NO, NO, NO]],
    ['abstain', alert, ['no_alert', 'no_alert', 'no_alert']],
    ['first-choice', closed, ['hook']],
    ['first-choice', open, [NO]],
    ['first-choice', future, ['hook', 'hook', 'hook', 'hook']],
    ['first-choice', alert, ['no_alert', 'no_alert', 'no_alert']],
    ['always-alert', closed, [NO]],
    ['always-alert', future, [NO, NO, NO, NO]],
    ['always-alert', alert, ['alert: baseline', 'alert: baseline', 'alert: baseline']],
    ['majority', closed, ['grasper']], // two of three
    ['majority', open, ['The gallbladder is being dissected.']],
    ['majority', future, ['hook', 'hook', 'hook', 'hook']], // two rounds each: the tie goes to the earlier text
    ['majority', alert, ['no_alert', 'no_alert', 'no_alert']], // two of three
    ['random', open, [NO]],
    ['oracle', closed, ['grasper']],
    ['oracle', future, [NO, NO, 'hook', 'hook']],
    ['oracle-lag-1', closed, ['grasper']],
    ['oracle-lag-1', future, [NO, NO, NO, 'hook']],
    ['oracle-lag-2', alert, ['no_alert', 'no_alert', 'no_alert']],
  ])('%s', (name, item, expected) => {
    expect(all(name, item)).toEqual(expected);
  });

  it('random gives every answer and the same one for the same seed', () => {
    const draws = Array.from({ length: 60 }, (_, seed) => createBaseline('random', { items, seed })(closed, null));
    expect(new Set(draws)).toEqual(new Set(['hook', 'grasper', 'clip applier', NO]));
    expect(all('random', alert)).toEqual(all('random', alert));
  });

  it('majority takes the next commonest where the choices do not hold the first', () => {
    expect(createBaseline('majority', { items, seed: 1 })(makeClosedItem({ choices: ['hook', 'scissors'], answer: 'scissors' }), null)).toBe('hook');
  });

  it('knows its names', () => {
    expect(BASELINE_NAMES.map((name) => parseBaselineName(name))).toEqual(BASELINE_NAMES.map((kind) => ({ kind })));
    expect(parseBaselineName('oracle-lag-12')).toEqual({ kind: 'oracle-lag', lagRounds: 12 });
    expect(['oracle-lag-0', 'oracle-lag-', 'Oracle', ''].map(parseBaselineName)).toEqual([null, null, null, null]);
    expect(() => createBaseline('guess', { items, seed: 1 })).toThrow('no baseline is called "guess"');
  });

  it('a lag of one round costs the round of t* and its delay', () => {
    // rounds 10..40, t* 30: says hook at 40 alone: C = 3/4; d = 10, delta 2: R = exp(-0.8); S = 1/2
    expect(scoreBaseline(future, createBaseline('oracle-lag-1', { items, seed: 1 }))).toMatchObject({ content: 0.75, responsiveness: Math.exp(-0.8), stability: 0.5 });
  });
});

it.each<PredictionStatus>(['invalid', 'truncated', 'refused', 'blocked', 'empty'])('a streaming round that ended %s is wrong and not positive', (status) => {
  const replies: ScoredReply[] = [...say(NO, NO), { round: 3, status, raw: 'hook' }, { round: 4, status: 'ok', raw: 'hook' }];
  expect(scoreItem({ item: worked, replies })).toMatchObject({ content: 0.75, stability: 0.5, first_positive_time: 40 });
});
