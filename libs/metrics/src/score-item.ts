import { type BenchmarkItem, EngineError, isEngineStatus, type ItemScore, type PredictionStatus, type RoundScore, type UnscoredReason } from '@medstream/schema';

import { answerKindOf } from './answer-kind.js';
import { type AnswerValue, isPositiveValue } from './answer-value.js';
import { type Gold, listGolds } from './expected-output.js';
import { callsOf } from './item-calls.js';
import type { JudgeVerdict, NeverJudged } from './judge-verdict.js';
import { parseReply } from './parse-reply.js';
import { rateResponse, type ResponseRule } from './rate-response.js';
import { removeReasoning } from './remove-reasoning.js';
import { isStrictRewardReply } from './rewards/read-reward-answer.js';
import { rewardTaskOf } from './rewards/reward-tasks.js';
import { addFormatBonus } from './rewards/score-reward.js';
import { type ContentScore, scoreContent, scoreSetF1 } from './score-content.js';
import { scoreStability } from './score-stability.js';

/** How one call ended. */
export interface ScoredReply {
  /** 1-based number of the round; null (or absent) for a single turn. */
  round?: number | null;
  /** How many times the question was asked before; absent for the first. Replies of one item that are scored together have the same. */
  repeat?: number;
  status: PredictionStatus;
  /** What the reply reads as; absent with a `raw` text: it is read here. */
  value?: unknown;
  raw?: string | null;
}

export interface ScoreItemInput extends ResponseRule {
  item: BenchmarkItem;
  replies: readonly ScoredReply[];
  /** Verdicts already obtained, at most one a call; calls that need none may have none. */
  judge?: readonly (JudgeVerdict | NeverJudged)[];
}

interface ReadReply {
  status: PredictionStatus;
  value: AnswerValue | null;
}

/** Weights of content and responsiveness in O of a streaming item (paper, "Overall score"). */
export const OVERALL_WEIGHTS = { content: 0.7, responsiveness: 0.3 } as const;

/**
 * Scores one item (metrics.md sections 2 and 3); pure. A call without a reply is `missing`.
 *
 * An item has no score, and says why, when a gold does not read as itself, when any call failed by our fault, and when
 * any of its calls needs a judge that gave no verdict; in the last case R and S still stand, unless the judge was to say
 * whether a reply is an answer at all.
 *
 * @throws EngineError `input/duplicate` for two replies to one call, `input/unknown-id` for a reply to no call
 */
export function scoreItem({ item, replies, judge = [], ...rule }: ScoreItemInput): ItemScore {
  const { calls, numbers, expected } = callsOf(item);
  const byRound = indexByRound(item, replies, numbers);
  const golds = new Map(listGolds(item).map((gold) => [gold.round, gold]));
  const scored = calls.map(({ round: number, currentTime, currentMicros }) => {
    const reply = readReply(item, byRound.get(number));
    const verdict = judge.find((candidate) => candidate.round === number);
    const content = scoreCall(item, golds.get(number), reply, verdict);
    const value = reply.value ?? content.value ?? null;
    return { number, reply, content, value, currentMicros, currentTime, isPositive: value !== null && isPositiveValue(item, value) };
  });
  const statuses: ItemScore['statuses'] = {};
  for (const { reply } of scored) statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
  const base: ItemScore = {
    sample_id: item.sample_id,
    content: null,
    content_pre: null,
    content_post: null,
    responsiveness: null,
    stability: null,
    overall: null,
    first_positive_time: null,
    statuses,
    rounds: scored.map(({ number, reply, content, value }): RoundScore => ({
      round: number,
      status: reply.status,
      value,
      content: content.content,
      ...(content.by === undefined ? {} : { decided_by: content.by }),
    })),
  };
  const reason = findUnscoredReason(item, scored.map(({ reply, content }) => ({ status: reply.status, content })), golds);
  if (reason !== null && reason !== 'no_judge' && reason !== 'judge_failed') return { ...base, unscored_reason: reason };

  if (item.task_mode !== 'streaming') {
    if (reason !== null) return { ...base, unscored_reason: reason };
    const [only] = scored;
    const content = only?.content.content ?? null;
    const f1 = answerKindOf(item) === 'choice_set' ? { f1: scoreSetF1(only?.reply.value ?? null, golds.get(null)?.value ?? []) } : {};
    return { ...base, content, overall: content, ...f1, ...describeReward(item, content, byRound.get(null)), ...(only?.content.marks === undefined ? {} : { marks: only.content.marks }) };
  }
  // whether such a reply is an answer, R and S do not know either
  if (scored.some(({ reply, content }) => reply.status === 'invalid' && content.unscored === 'judge_failed')) return { ...base, unscored_reason: 'judge_failed' };
  const { micros: expectedMicros, isBeyondLastRound } = expected;
  const firstPositive = scored.find((round) => round.isPositive);
  const timed: ItemScore = { ...base, first_positive_time: firstPositive?.currentTime ?? null };
  const responsiveness = rateResponse(item, timed, rule);
  const stability = scoreStability(scored, expectedMicros);
  const note = isBeyondLastRound ? { note: 'expected_response_time lies beyond the last round: scored as never to respond' } : {};
  if (reason !== null) return { ...timed, responsiveness, stability, unscored_reason: reason, ...note };
  const isAfter = (micros: number): boolean => expectedMicros !== null && micros >= expectedMicros;
  const content = meanOf(scored.map((round) => round.content.content));
  return {
    ...timed,
    content,
    content_pre: meanOf(scored.filter((round) => !isAfter(round.currentMicros)).map((round) => round.content.content)),
    content_post: meanOf(scored.filter((round) => isAfter(round.currentMicros)).map((round) => round.content.content)),
    responsiveness,
    stability,
    overall: content === null ? null : OVERALL_WEIGHTS.content * content + OVERALL_WEIGHTS.responsiveness * responsiveness,
    ...note,
  };
}

/** The reward beside the content, with its format bonus: an answer whose text is not known earns none. */
function describeReward(item: BenchmarkItem, content: number | null, reply: ScoredReply | undefined): Pick<ItemScore, 'reward'> {
  const task = rewardTaskOf(item);
  if (task === null || content === null) return {};
  const text = typeof reply?.raw === 'string' ? removeReasoning(reply.raw) : { text: '', isCutOff: true };
  return { reward: addFormatBonus(task, content, !text.isCutOff && isStrictRewardReply(text.text)) };
}

function scoreCall(item: BenchmarkItem, gold: Gold | undefined, reply: ReadReply, verdict: JudgeVerdict | NeverJudged | undefined): ContentScore {
  if (gold === undefined || gold.value === null || isEngineStatus(reply.status)) return { content: null };
  return scoreContent({ item, expected: gold.value, status: reply.status, value: reply.value, verdict });
}

function readReply(item: BenchmarkItem, reply: ScoredReply | undefined): ReadReply {
  if (reply === undefined) return { status: 'missing', value: null };
  if (reply.status !== 'ok') return { status: reply.status, value: null };
  if (isAnswerValue(reply.value)) return { status: 'ok', value: reply.value };
  if (typeof reply.raw !== 'string') throw new EngineError('input/bad-record', `a reply to ${item.sample_id} is "ok" but has neither a value nor a text`, { hint: 'give the text of the reply as `raw`' });
  const parsed = parseReply({ raw: reply.raw, item });
  return { status: parsed.status, value: parsed.status === 'ok' ? parsed.value : null };
}

function isAnswerValue(value: unknown): value is AnswerValue {
  return typeof value === 'string' || (Array.isArray(value) && value.every((member) => typeof member === 'string'));
}

function indexByRound(item: BenchmarkItem, replies: readonly ScoredReply[], known: ReadonlySet<number | null>): Map<number | null, ScoredReply> {
  const byRound = new Map<number | null, ScoredReply>();
  for (const reply of replies) {
    const round = reply.round ?? null;
    const where = round === null ? item.sample_id : `${item.sample_id}, round ${round}`;
    if (!known.has(round)) throw new EngineError('input/unknown-id', `a reply names a call that the item does not have: ${where}`, { hint: 'streaming items have one reply a round, single-turn items one without a round' });
    if (byRound.has(round)) throw new EngineError('input/duplicate', `two replies to one call: ${where}`, { hint: 'keep one of them' });
    byRound.set(round, reply);
  }
  return byRound;
}

function findUnscoredReason(item: BenchmarkItem, calls: readonly { status: PredictionStatus; content: ContentScore }[], golds: ReadonlyMap<number | null, Gold>): UnscoredReason | null {
  const isReadable = golds.size === calls.length && [...golds.values()].every((gold) => gold.value !== null);
  if (!isReadable) return 'unreadable_gold';
  for (const { status } of calls) if (isEngineStatus(status)) return status;
  const missing = calls.map(({ content }) => content.unscored).filter((reason) => reason !== undefined);
  return missing.includes('judge_failed') ? 'judge_failed' : (missing[0] ?? null);
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
