import { type BenchmarkItem, type Figure, type ItemScore, RESPONSE_PROTOCOLS, type Summary, summarySchema } from '@medstream/schema';
import fc from 'fast-check';

import { scoreItem, type ScoredReply } from './score-item.js';
import { summariseScores } from './summarise-scores.js';
import { makeClosedItem, makeFutureItem, makeOpenItem, makeProactiveItem } from './testing/make-items.js';

const NO = 'unanswerable';

function answer(item: BenchmarkItem, ...raws: (string | null)[]): ItemScore {
  const replies = raws.map((raw, index): ScoredReply => ({ round: item.task_mode === 'streaming' ? index + 1 : null, ...(raw === null ? { status: 'missing', raw: null } : { status: 'ok', raw }) }));
  return scoreItem({ item, replies });
}

function summarise(scored: readonly (readonly [BenchmarkItem, ItemScore])[]): Summary {
  return summarySchema.parse(
    summariseScores({ items: scored.map(([item]) => item), scores: scored.map(([, score]) => score), jobs: 0, seed: 1, leakAudit: { jobs: 0, violations: 0 }, withBaselineIntervals: false }),
  );
}

describe('bounds beside each figure, by hand', () => {
  const right = makeClosedItem({ sample_id: 'a', dataset: 'one', organ: 'eye' });
  const missing = makeClosedItem({ sample_id: 'b', dataset: 'one', organ: 'bowel' });
  const torn = makeFutureItem([[10, NO, false], [20, 'hook', true], [30, 'hook', true]], { sample_id: 'c', dataset: 'two', organ: 'eye' });
  const open = makeOpenItem({ sample_id: 'd', dataset: 'two', organ: 'eye' });
  const silent = makeFutureItem([[10, NO, false], [20, NO, false]], { sample_id: 'e', dataset: 'two', organ: 'eye', expected_response_time: null });
  // O: 1, none, none, none (nobody judged), 1
  const summary = summarise([
    [right, answer(right, 'hook')],
    [missing, answer(missing, null)],
    [torn, answer(torn, NO, 'hook', null)],
    [open, answer(open, 'other words')],
    [silent, answer(silent, NO, NO)],
  ]);
  const future = summary.modes['future'];

  it.each<[string, Figure | undefined, { value: number | null; n: number; bounds: [number, number] }]>([
    // 2 of 5 are known, both 1: 2/5 and 5/5
    ['overall', summary.overall, { value: 1, n: 2, bounds: [0.4, 1] }],
    // one: 1/2 and 2/2; two: 1/3 and 3/3; means of both
    ['macro', summary.macro, { value: 1, n: 2, bounds: [5 / 12, 1] }],
    // present: a, b, d
    ['content of present', summary.modes['present']?.content, { value: 1, n: 1, bounds: [1 / 3, 1] }],
    ['content of future', future?.content, { value: 1, n: 1, bounds: [0.5, 1] }],
    // both have rounds before t* (e has no t*), but only c has rounds from t* on
    ['content before', future?.content_pre, { value: 1, n: 1, bounds: [0.5, 1] }],
    ['content after', future?.content_post, { value: null, n: 0, bounds: [0, 1] }],
    ['responsiveness', future?.responsiveness, { value: 1, n: 1, bounds: [0.5, 1] }],
    ['stability', future?.stability, { value: null, n: 0, bounds: [0, 1] }],
    ['a data set', summary.datasets['one']?.overall, { value: 1, n: 1, bounds: [0.5, 1] }],
    ['an organ over two data sets', summary.organs['eye']?.content, { value: 1, n: 2, bounds: [0.5, 1] }],
    ['an organ that nothing is known of', summary.organs['bowel']?.overall, { value: null, n: 0, bounds: [0, 1] }],
    ['a task', summary.tasks['phase_next']?.overall, { value: 1, n: 1, bounds: [0.5, 1] }],
    ['open questions', summary.question_types['open']?.content, { value: null, n: 0, bounds: [0, 1] }],
    ['never to alert', summary.never_alert.responsiveness, { value: 1, n: 1, bounds: [1, 1] }],
    ['sensitivity', summary.sensitivity[0]?.responsiveness, { value: 1, n: 1, bounds: [0.5, 1] }],
    // policies answer every call
    ['a policy', summary.baselines['oracle']?.overall, { value: 1, n: 5, bounds: [1, 1] }],
  ])('%s', (_, figure, expected) => {
    expect(figure).toMatchObject({ value: expected.value, n: expected.n });
    expect(figure?.bounds?.[0]).toBeCloseTo(expected.bounds[0], 12);
    expect(figure?.bounds?.[1]).toBeCloseTo(expected.bounds[1], 12);
  });

  it('skill: against the best policy over all items', () => {
    // majority says hook (a, b), the reference (d) and unanswerable (3 of 5 rounds of c and e):
    // O of c: C = 1/3, R = 0; best = (1 + 1 + 0.7/3 + 1 + 1) / 5. Model: 2/5 and 5/5
    const best = (4 + 0.7 / 3) / 5;
    expect(summary.skill.bounds?.[0]).toBeCloseTo((0.4 - best) / (1 - best), 12);
    expect(summary.skill.bounds?.[1]).toBeCloseTo(1, 12);
  });

  it('are those of the headline in `bounds`, and null over nothing', () => {
    expect(summary.bounds).toEqual({ low: 0.4, high: 1 });
    const empty = summarise([]);
    expect(empty).toMatchObject({ overall: { bounds: null }, macro: { bounds: null }, skill: { bounds: null }, bounds: { low: null, high: null } });
  });

  it('of a reward reach what its bonus reaches', () => {
    const facts = { response_protocol: RESPONSE_PROTOCOLS.json, task: 'boundary_detection', gold: { timestamp: 4 }, choices: undefined, answer: undefined };
    const items = ['x', 'y'].map((sample_id) => makeClosedItem({ ...facts, sample_id }));
    const [one, other] = items as [BenchmarkItem, BenchmarkItem];
    const { rewards } = summarise([[one, answer(one, '{"explanation": "", "answer": {"timestamp": 4}}')], [other, answer(other, null)]]);
    // known: task 1, format 1, total 1.05; the other 0, or 1, 1 and 1.05
    expect(rewards?.['boundary_detection/task']).toMatchObject({ value: 1, n: 1, bounds: [0.5, 1] });
    expect(rewards?.['boundary_detection/format']).toMatchObject({ value: 1, n: 1, bounds: [0.5, 1] });
    expect(rewards?.['boundary_detection/total']?.bounds?.[0]).toBeCloseTo(0.525, 12);
    expect(rewards?.['boundary_detection/total']?.bounds?.[1]).toBeCloseTo(1.05, 12);
  });
});

/** The definition once more, over lists: every case a figure is about, unscored ones as 0 and as 1. */
function boundNaively(values: readonly (number | null)[]): [number, number] | null {
  if (values.length === 0) return null;
  const meanWith = (open: number): number => values.reduce<number>((sum, value) => sum + (value ?? open), 0) / values.length;
  return [meanWith(0), meanWith(1)];
}

type Scored = { item: BenchmarkItem; score: ItemScore };

/** Bounds of every figure of a summary by its path, from the items and their score lines alone. */
function listNaively(scored: readonly Scored[]): Record<string, [number, number] | null> {
  const streaming = scored.filter(({ item }) => item.task_mode === 'streaming');
  const timeOf = (item: BenchmarkItem): number | null => {
    const last = Math.max(...(item.rounds ?? []).map((round) => round.current_time));
    if (item.expected_response_time !== undefined) return item.expected_response_time === null || item.expected_response_time > last ? null : item.expected_response_time;
    return (item.rounds ?? []).find((round) => round.answerable)?.current_time ?? null;
  };
  const roundsBefore = ({ item }: Scored) => (item.rounds ?? []).filter((round) => round.current_time < (timeOf(item) ?? Infinity)).length;
  const roundsAfter = (one: Scored) => (one.item.rounds ?? []).length - roundsBefore(one);
  const found: Record<string, [number, number] | null> = {};
  found['overall'] = boundNaively(scored.map(({ score }) => score.overall));
  const byDataset = [...new Set(scored.map(({ item }) => item.dataset))].map((name) => boundNaively(scored.filter(({ item }) => item.dataset === name).map(({ score }) => score.overall)) ?? [9, 9]);
  found['macro'] = byDataset.length === 0 ? null : [0, 1].map((end) => byDataset.reduce((sum, bounds) => sum + (bounds[end] as number), 0) / byDataset.length) as [number, number];
  found['never_alert/responsiveness'] = boundNaively(streaming.filter(({ item }) => timeOf(item) === null).map(({ score }) => score.responsiveness));
  found['sensitivity'] = boundNaively(streaming.map(({ score }) => score.responsiveness));
  for (const mode of new Set(scored.map(({ item }) => item.temporal_mode))) {
    const own = scored.filter(({ item }) => item.temporal_mode === mode);
    found[`modes/${mode}/content`] = boundNaively(own.map(({ score }) => score.content));
    const ownStreaming = own.filter(({ item }) => item.task_mode === 'streaming');
    if (ownStreaming.length === 0) continue;
    found[`modes/${mode}/content_pre`] = boundNaively(ownStreaming.filter((one) => roundsBefore(one) > 0).map(({ score }) => score.content_pre));
    found[`modes/${mode}/content_post`] = boundNaively(ownStreaming.filter((one) => roundsAfter(one) > 0).map(({ score }) => score.content_post));
    found[`modes/${mode}/responsiveness`] = boundNaively(ownStreaming.map(({ score }) => score.responsiveness));
    found[`modes/${mode}/stability`] = boundNaively(ownStreaming.filter((one) => roundsAfter(one) > 0).map(({ score }) => score.stability));
  }
  for (const [table, field] of [['datasets', 'dataset'], ['organs', 'organ'], ['tasks', 'task'], ['label_sources', 'label_source'], ['question_types', 'question_type']] as const) {
    for (const key of new Set(scored.map(({ item }) => item[field] as string))) {
      const own = scored.filter(({ item }) => item[field] === key);
      found[`${table}/${key}/content`] = boundNaively(own.map(({ score }) => score.content));
      found[`${table}/${key}/overall`] = boundNaively(own.map(({ score }) => score.overall));
    }
  }
  return found;
}

function listFigures(summary: Summary): Record<string, Figure> {
  const found: Record<string, Figure> = { overall: summary.overall, macro: summary.macro, 'never_alert/responsiveness': summary.never_alert.responsiveness };
  for (const [mode, figures] of Object.entries(summary.modes)) for (const [name, figure] of Object.entries(figures)) found[`modes/${mode}/${name}`] = figure;
  for (const table of ['datasets', 'organs', 'tasks', 'label_sources', 'question_types'] as const) {
    for (const [key, figures] of Object.entries(summary[table])) for (const [name, figure] of Object.entries(figures)) found[`${table}/${key}/${name}`] = figure;
  }
  return found;
}

describe('bounds beside each figure, by a second implementation', () => {
  const said = fc.constantFrom('hook', 'grasper', NO, 'no_alert', 'alert: smoke', 'no such words', null);
  const draw = fc.record({
    kind: fc.constantFrom('closed', 'open', 'future', 'proactive', 'future open'),
    dataset: fc.constantFrom('one', 'two', 'three'),
    organ: fc.constantFrom('eye', 'bowel'),
    evidenceAt: fc.nat(4),
    statedSec: fc.constantFrom(undefined, null, 5, 20, 25, 99),
    replies: fc.array(said, { minLength: 3, maxLength: 3 }),
  });

  it('agree to 1e-12', () => {
    fc.assert(
      fc.property(fc.array(draw, { maxLength: 12 }), (draws) => {
        const scored = draws.map(({ kind, dataset, organ, evidenceAt, statedSec, replies }, index): Scored => {
          const facts = { sample_id: `s${String(index).padStart(2, '0')}`, case_id: `case${index % 4}`, dataset, organ };
          const timed = { ...facts, ...(statedSec === undefined ? {} : { expected_response_time: statedSec }) };
          const rounds = (silent: string, due: string) => [10, 20, 30].map((time, at) => [time, at >= evidenceAt ? due : silent, at >= evidenceAt] as const);
          const item = {
            closed: () => makeClosedItem(facts),
            open: () => makeOpenItem(facts),
            future: () => makeFutureItem(rounds(NO, 'hook'), timed),
            proactive: () => makeProactiveItem(rounds('no_alert', 'alert: smoke'), timed),
            'future open': () => makeOpenItem({ ...timed, task_mode: 'streaming', temporal_mode: 'future', query_time: 0, rounds: makeFutureItem(rounds(NO, 'the hook cuts')).rounds }),
          }[kind]();
          return { item, score: answer(item, ...replies.slice(0, item.task_mode === 'streaming' ? 3 : 1)) };
        });
        const summary = summarise(scored.map(({ item, score }) => [item, score] as const));
        const { sensitivity, ...naive } = listNaively(scored);
        const figures = listFigures(summary);
        expect(Object.keys(figures).sort()).toEqual(Object.keys(naive).sort());
        const expectSame = (path: string, figure: Figure, bounds: [number, number] | null): void => {
          expect([path, figure.bounds === null]).toEqual([path, bounds === null]);
          for (const end of [0, 1] as const) expect(Math.abs((figure.bounds?.[end] ?? 0) - (bounds?.[end] ?? 0))).toBeLessThan(1e-12);
          // a figure lies between its bounds
          if (figure.value !== null) expect(figure.value >= (bounds?.[0] ?? 9) - 1e-12 && figure.value <= (bounds?.[1] ?? -9) + 1e-12).toBe(true);
        };
        for (const [path, figure] of Object.entries(figures)) expectSame(path, figure, naive[path] ?? null);
        // the row of the rule that the score lines were made by
        const row = summary.sensitivity.find(({ kernel, tolerance_sec }) => kernel === 'exponential' && tolerance_sec === 2);
        expectSame('sensitivity', row?.responsiveness as Figure, sensitivity ?? null);
        for (const { overall } of Object.values(summary.baselines)) expect(overall.bounds).toEqual(overall.value === null ? null : [overall.value, overall.value]);
      }),
      { numRuns: 150 },
    );
  });
});
