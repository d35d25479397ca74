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
  const bare = PARTS.filter((part) => (rubric[part].match(/\p{L}{2,}/gu) ?? []).length < LEAST_WORDS).map((part): ItemFinding => ({
    code: 'open/rubric-without-criteria',
    path: `judge_rubric.${part}`,
    message: `expected what earns the points, found ${JSON.stringify(rubric[part])}`,
  }));
  return [...bare, ...PARTS.flatMap((part) => checkLevels(rubric[part], part))];
}

/** The marks of each part by the protocol. */
const LEVELS = { correctness: ['0', '1', '2'], evidence_grounding: ['0', '1', '2'], safety: ['0', '1'] } as const;

/** A part that names marks names all of them; one in plain words names none. A range ("0 to 2") names all. */
function checkLevels(text: string, part: (typeof PARTS)[number]): ItemFinding[] {
  const named = new Set(text.match(/(?<![\d.])\d(?![\d.]\d|\d)/gu) ?? []);
  const missing = LEVELS[part].filter((level) => !named.has(level));
  const hasCriteria = (text.match(/\p{L}{2,}/gu) ?? []).length >= LEAST_WORDS;
  const isRange = /\b0\s*(?:-|–|to)\s*[12]\b/u.test(text);
  if (!hasCriteria || isRange || named.size === 0 || missing.length === 0) return [];
  return [{ code: 'open/rubric-levels', path: `judge_rubric.${part}`, message: `expected what earns each of ${LEVELS[part].join(', ')}, found nothing for ${missing.join(', ')}` }];
}
