import { type BenchmarkItem, type JudgementRecord, type JudgingSummary, type RunManifest } from '@medstream/schema';
import { type AnswerValue, listGolds, measureAgreement, measureRerunSpread, type RatedPair, scoreContent, type ScoredReply } from '@medstream/metrics';

import type { HumanScores } from './human-scores.js';
import { replyKey } from './read-reply.js';
import { type JudgedCall, toVerdict } from './verdict-reader.js';

/** Adds up what a judge did, call by call. */
export interface JudgingSums {
  add(item: BenchmarkItem, judged: readonly JudgedCall[]): void;
  /** Undefined where no judge takes part. */
  finish(): JudgingSummary | undefined;
}

/** Begins the sums; numbers are held, no text. */
export function startJudgingSums({ judge, judging }: Pick<RunManifest, 'judge' | 'judging'>, humanScores: HumanScores | null): JudgingSums {
  const counts = { verdicts: 0, repaired: 0, unreadable: 0, no_reply: 0 };
  const repeats = judging?.repeats ?? 1;
  const runs: (number | null)[][] = Array.from({ length: repeats }, () => []);
  const pairs = new Map<string, RatedPair[]>();
  const unseen = new Map(humanScores ?? []);
  const rate = (criterion: string, pair: RatedPair): void => {
    const known = pairs.get(criterion);
    if (known === undefined) pairs.set(criterion, [pair]);
    else known.push(pair);
  };

  function compare(key: string, verdict: JudgementRecord['verdict']): void {
    const human = unseen.get(key);
    if (human === undefined) return;
    unseen.delete(key);
    const marks = listMarks(verdict);
    for (const [criterion, other] of Object.entries(human)) rate(criterion, { one: marks[criterion] ?? null, other });
  }

  return {
    add(item, judged) {
      for (const { reply, records } of judged) {
        const first = records.find(({ repeat }) => repeat === 0);
        if (first === undefined) continue;
        if (first.verdict !== null) counts.verdicts += 1;
        if (first.verdict !== null && first.turns === 2) counts.repaired += 1;
        if (first.failure?.kind === 'unreadable') counts.unreadable += 1;
        if (first.failure?.kind === 'no-reply') counts.no_reply += 1;
        // people mark the first reply
        if (reply.repeat === undefined) compare(replyKey(item.sample_id, reply.round ?? null), first.verdict);
        if (repeats > 1) runs.forEach((run, repeat) => run.push(contentOf(item, reply, records.find((record) => record.repeat === repeat))));
      }
    },
    finish() {
      if (judge === null) return undefined;
      for (const human of unseen.values()) for (const [criterion, other] of Object.entries(human)) rate(criterion, { one: null, other });
      return {
        judge,
        ...counts,
        ...(judging?.note === undefined ? {} : { note: judging.note }),
        ...(repeats === 1 ? {} : { reruns: describeSpread(runs) }),
        ...(humanScores === null ? {} : { agreement: Object.fromEntries([...pairs].sort(([one], [other]) => (one < other ? -1 : 1)).map(([criterion, list]) => [criterion, describeAgreement(list)])) }),
      };
    },
  };
}

/** C of a call by one verdict; null where there is none. */
function contentOf(item: BenchmarkItem, { round = null, status, value = null }: ScoredReply, record: JudgementRecord | undefined): number | null {
  const expected = listGolds(item).find((gold) => gold.round === round)?.value ?? null;
  if (record === undefined || record.verdict === null || expected === null) return null;
  return scoreContent({ item, expected, status, value: value as AnswerValue | null, verdict: toVerdict(record) }).content;
}

function listMarks(verdict: JudgementRecord['verdict']): Record<string, number> {
  if (verdict === null || 'choice' in verdict) return {};
  return 'marks' in verdict ? verdict.marks : verdict;
}

function describeSpread(runs: readonly (readonly (number | null)[])[]): JudgingSummary['reruns'] {
  const { n, failed, changed, meanVariance, standardDeviation, runMeans } = measureRerunSpread(runs);
  return { repeats: runs.length, n, failed, changed, mean_variance: meanVariance, standard_deviation: standardDeviation, run_means: runMeans };
}

function describeAgreement(pairs: readonly RatedPair[]): NonNullable<JudgingSummary['agreement']>[string] {
  const { n, unrated, exact, meanDifference, kappa, weightedKappa } = measureAgreement(pairs);
  return { n, unrated, exact, mean_difference: meanDifference, kappa, weighted_kappa: weightedKappa };
}
