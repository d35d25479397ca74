import { type BenchmarkItem, RESPONSE_PROTOCOLS } from '@medstream/schema';

import { isNumberText } from './read-only-number.js';
import { rewardTaskOf } from './rewards/reward-tasks.js';

/** How an item's replies are read: decided by the item alone. */
export type AnswerKind = 'status' | 'choice' | 'choice_set' | 'number' | 'text' | 'reward';

/**
 * Decides how the replies to an item are read: a status (proactive), one choice, a set of choices (its answer is a
 * list), a bare number (closed without choices, with a number as its answer), the answer of a task with a reward, or text.
 */
export function answerKindOf(item: BenchmarkItem): AnswerKind {
  if (item.temporal_mode === 'proactive' || item.response_protocol === RESPONSE_PROTOCOLS.alert) return 'status';
  if (rewardTaskOf(item) !== null) return 'reward';
  if (item.question_type === 'open') return 'text';
  if ((item.choices ?? []).length > 0) return (item.several_answers ?? Array.isArray(item.answer)) ? 'choice_set' : 'choice';
  return typeof item.answer === 'string' && isNumberText(item.answer) ? 'number' : 'text';
}
