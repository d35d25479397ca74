import { type Figure, type Summary, summarySchema } from '@medstream/schema';

import { describeSummary } from './describe-summary.js';

const figure = (value: number | null, n: number): Figure => ({ value, n, ci95: null });
const summary: Summary = summarySchema.parse({
  protocol: 'medstream-1', items: 4, jobs: 4, overall: figure(0.5, 2), macro: figure(0.5, 2), modes: {}, organs: {}, datasets: {}, tasks: {}, label_sources: {}, question_types: {}, media_types: {},
  statuses: { ok: 4, invalid: 0 }, unscored: { judge_failed: 1, no_judge: 1 }, never_alert: { items: 0, responsiveness: figure(null, 0) }, sensitivity: [], baselines: {}, skill: figure(null, 0),
  bounds: { low: 0.25, high: 0.75 }, leak_audit: { jobs: 4, violations: 0 }, incomplete: false,
});

describe('describeSummary', () => {
  it('says how items that wait for a judge get their score', () => {
    expect(describeSummary(summary)).toContain('items without a score               judge_failed 1, no_judge 1 (a --judge marks them)\n');
  });

  it('puts what a judge did into the columns of the other rows, and no control signs of its name', () => {
    const reruns = { repeats: 2, n: 4, failed: 0, changed: 0.25, mean_variance: 0.01, standard_deviation: 0.1, run_means: [0.5, 0.5] };
    const agreement = { correctness: { n: 4, unrated: 0, exact: 0.75, mean_difference: 0, kappa: 0.5, weighted_kappa: 0.6 } };
    const lines = describeSummary({ ...summary, judging: { judge: 'openai:\u001b[31mone', verdicts: 4, repaired: 1, unreadable: 0, no_reply: 0, note: 'not comparable', reruns, agreement } }).split('\n');
    expect(lines).toEqual(expect.arrayContaining([
      'overall                             0.5000  n 2',
      `${'judge openai:\ufffd[31mone'.padEnd(36)}4 verdicts, 1 after a repair turn (not comparable)`,
      'verdicts asked again                2 times over 4 answers: 25.0 % changed, content of one moves by 0.1000',
      'agreement with people, correctness  75.0 % equal, weighted kappa 0.6000  n 4',
    ]));
  });

  it('says how far repeats agree', () => {
    const runs = [0.5, 0.75].map((overall, repeat) => ({ repeat, overall, scored: 3, statuses: { ok: 4 } }));
    const repeats = { times: 2, complete: 2, partial: 1, runs, agreement: { overall: figure(0.25, 4), modes: {}, tasks: {} }, standard_deviation: { overall: { value: 0.125, n: 2 }, modes: {}, tasks: {} } };
    expect(describeSummary({ ...summary, repeats }).split('\n')).toEqual(expect.arrayContaining([
      'asked 2 times                       overall 0.5000, 0.7500 over the 2 items with a score each time; 1 with a score at some times have none',
      'the same each time                  25.0 % of 4 items; overall of one moves by 0.1250',
    ]));
  });
});
