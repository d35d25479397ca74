import { listCautions, type MarkedRun } from './list-cautions.js';

const run = (judge: string | null, facts: Partial<MarkedRun> = {}): MarkedRun => ({ model: 'openai:one', judge, judgeNote: null, ...facts });

describe('listCautions', () => {
  it.each<[string, MarkedRun, MarkedRun, string[]]>([
    ['nothing where no judge took part', run(null), run(null), []],
    ['nothing where one judge marked both', run('openai:j'), run('openai:j'), []],
    ['that the judges differ', run('openai:j'), run('openai:k'), ['A was marked by openai:j, B by openai:k: a difference may come from the marks alone; score both with the same --judge']],
    ['that one was not marked', run('openai:j'), run(null, { model: null }), ['A was marked by openai:j, B by no judge: a difference may come from the marks alone; score both with the same --judge']],
    ['what a baseline lacks, which nothing can give it', run(null, { model: 'baseline:majority' }), run('openai:j'), ['A was marked by no judge, B by openai:j: a baseline is never marked, and the reasons of its alerts count whole']],
    ['once what stands beside the figures of a judge', run('lexical', { judgeNote: 'not comparable' }), run('lexical', { judgeNote: 'not comparable' }), ['lexical: not comparable']],
    ['that one was asked more often', run(null), run(null, { repeats: { times: 3 } }), ['A was asked once, B 3 times: means over more replies vary less, which the interval shows, and nothing else is changed by it']],
    ['nothing where both were asked as often', run(null, { repeats: { times: 3 } }), run(null, { repeats: { times: 3 } }), []],
  ])('says %s', (_, first, second, cautions) => {
    expect(listCautions(first, second)).toEqual(cautions);
  });
});
