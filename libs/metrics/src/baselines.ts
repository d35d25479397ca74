import { type BenchmarkItem, createSeededRandom, EngineError, UNANSWERABLE } from '@medstream/schema';

import { answerKindOf } from './answer-kind.js';
import { expectedOutput, formatAsReply, listGolds } from './expected-output.js';
import { type MajorityAnswer, rankMajorityAnswers } from './rank-majority-answers.js';

/** Policies that look at no picture, by the names of metrics.md section 4; `oracle-lag-K` exists for each K >= 1 beside them. */
export const BASELINE_NAMES = ['abstain', 'first-choice', 'always-alert', 'majority', 'random', 'oracle'] as const;
/** The policies without knowledge of the answer to the item: the best of them is what skill is measured against. */
export const CONSTANT_BASELINES = ['abstain', 'first-choice', 'always-alert', 'majority'] as const;
/** What the alert of a policy gives as its reason. */
export const BASELINE_ALERT = 'alert: baseline';

export type BaselineKind = { kind: (typeof BASELINE_NAMES)[number] } | { kind: 'oracle-lag'; lagRounds: number };

/** Answers one call of an item with the raw reply of a policy; `roundNumber` is 1-based, null for a single turn. */
export type Baseline = (item: BenchmarkItem, roundNumber: number | null) => string;

/** Reads the name of a baseline, `oracle-lag-2` among them; null for a name that is none. */
export function parseBaselineName(name: string): BaselineKind | null {
  const lag = /^oracle-lag-([1-9]\d{0,3})$/u.exec(name);
  if (lag !== null) return { kind: 'oracle-lag', lagRounds: Number(lag[1]) };
  const kind = BASELINE_NAMES.find((known) => known === name);
  return kind === undefined ? null : { kind };
}

/**
 * Makes the policy of a name over a benchmark (the table of metrics.md section 4). `majority` counts over `items`, or
 * takes what was counted before; `random` draws from (seed, sample_id, round), the others need neither. Where a policy has nothing to say it abstains:
 * `unanswerable`, proactive `no_alert`.
 *
 * @throws EngineError `model/unknown` for a name that is no baseline
 */
export function createBaseline(name: string, { seed, ...known }: { seed: number } & ({ items: readonly BenchmarkItem[] } | { majority: MajorityAnswer })): Baseline {
  const parsed = parseBaselineName(name);
  if (parsed === null) throw new EngineError('model/unknown', `no baseline is called "${name}"`, { hint: `known: ${BASELINE_NAMES.join(', ')}, oracle-lag-K` });
  switch (parsed.kind) {
    case 'abstain':
      return abstain;
    case 'first-choice':
      return (item) => (isChosen(item) ? (item.choices?.[0] ?? abstain(item)) : abstain(item));
    case 'always-alert':
      return (item) => (answerKindOf(item) === 'status' ? BASELINE_ALERT : abstain(item));
    case 'majority': {
      const rank = 'majority' in known ? known.majority : rankMajorityAnswers(known.items);
      return (item) => rank(item) ?? abstain(item);
    }
    case 'random':
      return (item, round) => answerAtRandom(item, round, seed);
    case 'oracle':
      return (item, round) => answerAsOracle(item, round, 0);
    case 'oracle-lag':
      return (item, round) => answerAsOracle(item, round, parsed.lagRounds);
  }
}

function abstain(item: BenchmarkItem): string {
  return answerKindOf(item) === 'status' ? 'no_alert' : UNANSWERABLE;
}

function isChosen(item: BenchmarkItem): boolean {
  const kind = answerKindOf(item);
  return kind === 'choice' || kind === 'choice_set';
}

function answerAtRandom(item: BenchmarkItem, round: number | null, seed: number): string {
  const offered = answerKindOf(item) === 'status' ? ['no_alert', 'uncertain', BASELINE_ALERT] : isChosen(item) ? [...(item.choices ?? []), UNANSWERABLE] : null;
  if (offered === null) return abstain(item);
  return createSeededRandom(seed, `baseline/random/${item.sample_id}${round === null ? '' : `/${round}`}`).pick(offered);
}

/** Late by K rounds: in the first K rounds it has not seen anything yet and abstains. */
function answerAsOracle(item: BenchmarkItem, roundNumber: number | null, lagRounds: number): string {
  if (item.task_mode !== 'streaming' || roundNumber === null) {
    const expected = expectedOutput(item, null);
    return expected === null ? abstain(item) : formatAsReply(expected);
  }
  const golds = listGolds(item);
  const expected = golds[golds.findIndex(({ round }) => round === roundNumber) - lagRounds]?.expected;
  return expected === undefined ? abstain(item) : formatAsReply(expected);
}
