import { type BenchmarkItem, createSeededRandom, type ItemScore, stringifyJsonLine, summarySchema } from '@medstream/schema';
import fc from 'fast-check';

import { createBaseline } from './baselines.js';
import { estimateFigure } from './bootstrap.js';
import { percentileOf } from './bootstrap-interval.js';
import { compareScores } from './compare-scores.js';
import { scoreBaseline } from './score-baseline.js';
import { scoreItem } from './score-item.js';
import { type SummariseInput, summariseScores } from './summarise-scores.js';
import { makeClosedItem, makeFutureItem, makeOpenItem, makeProactiveItem } from './testing/make-items.js';

const NO = 'unanswerable';
const items: BenchmarkItem[] = Array.from({ length: 48 }, (_, index) => {
  const facts = { sample_id: `s${String(index).padStart(2, '0')}`, case_id: `case${index % 12}`, dataset: index % 3 === 0 ? 'one' : 'two', organ: index % 2 === 0 ? 'eye' : 'bowel' };
  const from = 20 + index;
  switch (index % 4) {
    case 0:
      return makeClosedItem({ ...facts, answer: index % 8 === 0 ? 'hook' : 'grasper' });
    case 1:
      return makeOpenItem({ ...facts, reference_answer: index % 8 === 1 ? NO : 'The hook dissects.' });
    case 2:
      return makeFutureItem([[10, NO, false], [from, 'hook', true], [from + 10, 'hook', true]], facts);
    default:
      return makeProactiveItem(index % 8 === 3 ? [[10, 'no_alert', false], [from, 'no_alert', false]] : [[10, 'no_alert', false], [from, 'alert: smoke', true]], facts);
  }
});
const scoreAll = (name: string, seed = 3): ItemScore[] => items.map((item) => scoreBaseline(item, createBaseline(name, { items, seed })));
const summarise = (facts: Partial<SummariseInput> = {}) => summariseScores({ items, scores: scoreAll('random'), jobs: 96, seed: 5, leakAudit: { jobs: 96, violations: 0 }, ...facts });

describe('summary', () => {
  it('is valid and complete, and its headline is the plain mean', () => {
    const scores = scoreAll('random');
    const summary = summarySchema.parse(summarise({ scores }));
    const mean = scores.reduce((sum, score) => sum + (score.overall ?? 9), 0) / 48;
    expect(summary.overall.value).toBeCloseTo(mean, 12);
    expect(summary.overall).toMatchObject({ n: 48, ci95: [expect.any(Number), expect.any(Number)] });
    const byDataset = ['one', 'two'].map((name) => summary.datasets[name]?.overall.value ?? 9);
    expect(summary.macro.value).toBeCloseTo(((byDataset[0] ?? 9) + (byDataset[1] ?? 9)) / 2, 12);
    expect(Object.keys(summary.modes)).toEqual(['present', 'future', 'proactive']);
    expect(Object.keys(summary.modes['present'] ?? {})).toEqual(['content']);
    expect(Object.keys(summary.modes['future'] ?? {})).toEqual(['content', 'content_pre', 'content_post', 'responsiveness', 'stability']);
    expect(summary.sensitivity).toHaveLength(12);
    expect(summary.never_alert.items).toBe(6); // every second of the 12 proactive items
    expect(summary.statuses).toEqual({ ok: 84 }); // 12 + 12 single turns, 12 x 3 and 12 x 2 rounds
    expect(summary).toMatchObject({ unscored: {}, incomplete: false, bounds: { low: summary.overall.value, high: summary.overall.value } });
  });

  it('gives the oracle exactly 1 everywhere', () => {
    const summary = summarise({ scores: scoreAll('oracle') });
    expect(summary.baselines['oracle']?.overall).toMatchObject({ value: 1, n: 48, ci95: [1, 1] });
    expect(summary).toMatchObject({ overall: { value: 1 }, macro: { value: 1 }, skill: { value: 1 }, never_alert: { responsiveness: { value: 1 } } });
    for (const mode of Object.values(summary.modes)) for (const figure of Object.values(mode)) expect(figure.value).toBe(1);
    for (const { responsiveness } of summary.sensitivity) expect(responsiveness.value).toBe(1);
  });

  it('does not depend on the order of items and scores', () => {
    const expected = stringifyJsonLine(summarise({ withBaselineIntervals: false }));
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = createSeededRandom(seed, 'shuffle');
        expect(stringifyJsonLine(summarise({ items: random.shuffle(items), scores: random.shuffle(scoreAll('random')), withBaselineIntervals: false }))).toBe(expected);
      }),
      { numRuns: 5 },
    );
  });

  it('bounds what is not scored and counts why', () => {
    // 36 of 48 scores of 1 are there: low 36/48, high (36 + 12)/48
    const summary = summarise({ scores: scoreAll('oracle').slice(0, 36) });
    expect(summary).toMatchObject({ overall: { value: 1, n: 36 }, bounds: { low: 0.75, high: 1 }, unscored: { missing: 12 }, incomplete: true });
  });

  it('an answer without a judge is outside n, and leaves nothing incomplete', () => {
    const item = makeOpenItem();
    const scores = [scoreItem({ item, replies: [{ round: null, status: 'ok', raw: 'other words' }] })];
    const summary = summarySchema.parse(summarise({ items: [item], scores }));
    expect(summary).toMatchObject({ overall: { value: null, n: 0, ci95: null, note: 'undefined: over nothing' }, unscored: { no_judge: 1 }, bounds: { low: 0, high: 1 }, incomplete: false, skill: { value: null, n: 0 } });
  });

  it('of nothing is undefined, not zero', () => {
    const summary = summarySchema.parse(summarise({ items: [], scores: [], jobs: 0 }));
    expect(summary).toMatchObject({ items: 0, overall: { value: null }, macro: { value: null }, bounds: { low: null, high: null }, modes: {}, organs: {} });
  });

  it('skill: (model - best) / (1 - best)', () => {
    // 2 hook, 1 grasper; first-choice says hook: 2/3, as does majority; a model with all right: (1 - 2/3) / (1/3) = 1,
    // one that is right on grasper alone: (1/3 - 2/3) / (1/3) = -1
    const three = ['hook', 'hook', 'grasper'].map((answer, index) => makeClosedItem({ sample_id: `k${index}`, answer }));
    const say = (raw: string) => three.map((item) => scoreItem({ item, replies: [{ round: null, status: 'ok', raw }] }));
    const skill = summarise({ items: three, scores: say('grasper') }).skill;
    expect(skill.value).toBeCloseTo(-1, 12);
    expect(skill).toMatchObject({ n: 3, ci95: null, note: 'against first-choice at 0.6667; not estimable: 1 case' });
    const hooks = three.slice(0, 2);
    expect(summarise({ items: hooks, scores: say('hook').slice(0, 2) }).skill).toMatchObject({ value: null, note: 'undefined: first-choice scores 1' });
  });

  it('sensitivity: one item 6 s late under each tolerance and curve', () => {
    const item = makeFutureItem([[10, NO, false], [20, 'hook', true], [26, 'hook', true]]);
    const scores = [scoreItem({ item, replies: [NO, NO, 'hook'].map((raw, index) => ({ round: index + 1, status: 'ok' as const, raw })) })];
    const values = summarise({ items: [item], scores }).sensitivity.map((row) => [row.kernel, row.tolerance_sec, Number(row.responsiveness.value?.toFixed(6))]);
    expect(values).toEqual([
      ...[0, 1, 2, 5].map((delta) => ['exponential', delta, Number(Math.exp(-(6 - delta) / 10).toFixed(6))]),
      ['linear', 0, 0.4], ['linear', 1, 0.5], ['linear', 2, 0.6], ['linear', 5, 0.9],
      ['step', 0, 0], ['step', 1, 0], ['step', 2, 0], ['step', 5, 0],
    ]);
  });

  it('refuses two scores of an item, two items of a name and a score of none', () => {
    const scores = scoreAll('abstain');
    expect(() => summarise({ scores: [...scores, ...scores] })).toThrow('two scores');
    expect(() => summarise({ items: [...items, ...items] })).toThrow('two items');
    expect(() => summarise({ items: items.slice(1) })).toThrow('a score names no item: s00');
  });
});

describe('bootstrap', () => {
  const observations = Array.from({ length: 40 }, (_, index) => ({ caseId: `case${index % 13}`, value: (index * 7) % 11, group: index % 4 === 0 ? 'x' : 'y' }));

  /** The definition, item by item: draw case ids from the sorted list, pool their items, take the mean (of group means). */
  function drawNaively(list: readonly { caseId: string; value: number; group?: string }[], seed: number, path: string): [number, number] {
    const ids = [...new Set(list.map((one) => one.caseId))].sort();
    const random = createSeededRandom(seed, `bootstrap/${path}`);
    const estimates = Array.from({ length: 2000 }, () => {
      const drawn = ids.map(() => ids[random.nextIndex(ids.length)]).flatMap((id) => list.filter((one) => one.caseId === id));
      const groups = [...new Set(drawn.map((one) => one.group))].map((group) => drawn.filter((one) => one.group === group).map((one) => one.value));
      return groups.map((values) => values.reduce((sum, value) => sum + value, 0) / values.length).reduce((sum, mean) => sum + mean, 0) / groups.length;
    }).sort((one, other) => one - other);
    // type 7 of 2,000: h = 1999 x 0.025 = 49.975, and 1999 x 0.975 = 1949.025
    const at = (below: number, share: number): number => (estimates[below] ?? NaN) * (1 - share) + (estimates[below + 1] ?? NaN) * share;
    return [at(49, 0.975), at(1949, 0.025)];
  }

  it.each([
    ['micro', observations.map(({ caseId, value }) => ({ caseId, value }))],
    ['macro', observations],
  ])('agrees with the definition: %s', (path, list) => {
    const [low, high] = drawNaively(list, 11, path);
    const figure = estimateFigure(list, { seed: 11, path });
    expect(Math.abs((figure.ci95?.[0] ?? 99) - low)).toBeLessThan(1e-12);
    expect(Math.abs((figure.ci95?.[1] ?? 99) - high)).toBeLessThan(1e-12);
    expect(figure.n).toBe(40);
  });

  it('needs ten cases', () => {
    const cases = (count: number) => Array.from({ length: count }, (_, index) => ({ caseId: `${index}`, value: index % 2 }));
    expect(estimateFigure(cases(9), { seed: 1, path: 'x' })).toEqual({ value: 4 / 9, n: 9, ci95: null, note: 'not estimable: 9 cases' });
    expect(estimateFigure(cases(10), { seed: 1, path: 'x' }).ci95).not.toBeNull();
    expect(estimateFigure(cases(10), { seed: 1, path: 'x', withInterval: false })).toEqual({ value: 0.5, n: 10, ci95: null, note: 'interval not computed' });
  });

  it('seeds each figure by its path', () => {
    const list = observations.map(({ caseId, value }) => ({ caseId, value }));
    expect(estimateFigure(list, { seed: 1, path: 'a' })).toEqual(estimateFigure(list, { seed: 1, path: 'a' }));
    expect(estimateFigure(list, { seed: 1, path: 'a' }).ci95).not.toEqual(estimateFigure(list, { seed: 1, path: 'b' }).ci95);
  });

  it('interpolates between order statistics', () => {
    // n = 4, share 0.25: h = 3 x 0.25 = 0.75, between 10 and 20: 17.5
    expect(percentileOf(Float64Array.from([10, 20, 30, 40]), 0.25)).toBe(17.5);
    expect(percentileOf(Float64Array.from([10]), 0.975)).toBe(10);
  });
});

describe('comparison of two runs', () => {
  const abstain = scoreAll('abstain').slice(0, 40);
  const compared = compareScores({ items, first: abstain, second: scoreAll('oracle'), seed: 2 });

  it('is over the items that both have a score for', () => {
    const mean = abstain.reduce((sum, score) => sum + (score.overall ?? 9), 0) / 40;
    expect(compared).toMatchObject({ pairs: 40, only_first: 0, only_second: 8, overall: { second: 1, verdict: 'second', difference: { n: 40 } } });
    expect(compared.overall.first).toBeCloseTo(mean, 12);
    expect(compared.overall.difference.value).toBeCloseTo(1 - mean, 12);
    const [low, high] = compared.overall.difference.ci95 ?? [9, 9];
    expect(compared.overall.resolution_floor).toBeCloseTo((high - low) / 2, 12);
    expect(compareScores({ items, first: scoreAll('oracle'), second: abstain, seed: 2 }).overall).toMatchObject({ verdict: 'first', second: compared.overall.first, difference: { n: 40 } });
  });

  it('goes by mode and by data set', () => {
    expect(Object.keys(compared.modes)).toEqual(['present', 'future', 'proactive']);
    expect(Object.keys(compared.modes['present'] ?? {})).toEqual(['overall', 'content']);
    expect(Object.keys(compared.modes['future'] ?? {})).toEqual(['overall', 'content', 'content_pre', 'content_post', 'responsiveness', 'stability']);
    // all 10 future items of the first 40 are silent against t*: R 0 against 1 throughout
    expect(compared.modes['future']?.responsiveness).toMatchObject({ first: 0, second: 1, difference: { value: 1, n: 10 } });
    expect(Object.entries(compared.datasets).map(([name, { difference }]) => [name, difference.n])).toEqual([['one', 14], ['two', 26]]);
  });

  it('says when two runs cannot be told apart, and when there are too few cases to say', () => {
    const same = compareScores({ items, first: scoreAll('oracle'), second: scoreAll('oracle'), seed: 2 });
    expect(same.overall).toEqual({ first: 1, second: 1, difference: { value: 0, n: 48, ci95: [0, 0] }, resolution_floor: 0, verdict: 'undistinguished' });
    expect(compareScores({ items: items.slice(0, 5), first: scoreAll('oracle'), second: scoreAll('abstain'), seed: 2 }).overall).toMatchObject({ resolution_floor: null, verdict: 'not-estimable' });
    expect(compareScores({ items, first: [], second: [], seed: 2 })).toMatchObject({ pairs: 0, overall: { first: null, difference: { value: null, n: 0 } }, modes: {} });
  });
});
