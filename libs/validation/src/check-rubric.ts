import { type BenchmarkItem, isNeverPositive, RESPONSE_PROTOCOLS, UNANSWERABLE } from '@medstream/schema';
import { normaliseAnswer } from '@medstream/metrics';

import type { ItemFinding } from './item-finding.js';

const PARTS = ['correctness', 'evidence_grounding', 'safety'] as const;
/** A criterion has at least this many words; a range such as "0-2" has none. */
const LEAST_WORDS = 3;

/** The marking guide of an open item. Not needed where the right answer is to abstain, nor where an alert is marked by its status. */
export function checkRubric(item: BenchmarkItem): ItemFinding[] {
  if (item.question_type !== 'open' || item.response_protocol === RESPONSE_PROTOCOLS.json) return [];
  const { judge_rubric: rubric } = item;
  if (rubric === undefined) {
    const isAbstention = normaliseAnswer(item.reference_answer ?? '') === UNANSWERABLE || isNeverPositive(item);
    return isAbstention ? [] : [{ code: 'open/rubric-missing', path: 'judge_rubric', message: 'expected criteria for correctness, evidence_grounding and safety, found none' }];
  }
  return PARTS.filter((part) => (rubric[part].match(/\p{L}{2,}/gu) ?? []).length < LEAST_WORDS).map((part) => ({
    code: 'open/rubric-without-criteria',
    path: `judge_rubric.${part}`,
    message: `expected what earns the points, found ${JSON.stringify(rubric[part])}`,
  }));
}
