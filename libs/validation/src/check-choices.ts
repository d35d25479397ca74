import { type BenchmarkItem, RESPONSE_PROTOCOLS, UNANSWERABLE } from '@medstream/schema';
import { normaliseAnswer } from '@medstream/metrics';

import type { ItemFinding } from './item-finding.js';

const BARE_LETTER = /^[(\s]*\p{L}[).:\s]*$/u;

/** The choices of a closed item and whether every right answer is among them. */
export function checkChoices(item: BenchmarkItem): ItemFinding[] {
  const { choices } = item;
  if (item.question_type !== 'closed' || choices === undefined || item.response_protocol === RESPONSE_PROTOCOLS.alert || item.temporal_mode === 'proactive') return [];
  const findings: ItemFinding[] = [];
  if (choices.length < 2) findings.push({ code: 'closed/too-few-choices', path: 'choices', message: `expected at least 2 choices, found ${choices.length}` });
  const seen = new Map<string, number>();
  choices.forEach((choice, index) => {
    const path = `choices[${index}]`;
    const text = normaliseAnswer(choice);
    const other = seen.get(text);
    if (text === '') findings.push({ code: 'closed/empty-choice', path, message: `expected text, found ${JSON.stringify(choice)}` });
    else if (BARE_LETTER.test(choice)) findings.push({ code: 'closed/bare-letter', path, message: `expected words, found the letter ${JSON.stringify(choice)}` });
    else if (text === UNANSWERABLE) findings.push({ code: 'closed/unanswerable-choice', path, message: `expected no choice ${UNANSWERABLE}: abstaining is always allowed` });
    else if (other !== undefined) findings.push({ code: 'closed/duplicate-choices', path, message: `expected another text than choices[${other}], found ${JSON.stringify(choice)}` });
    if (other === undefined) seen.set(text, index);
  });
  for (const { path, text } of listClosedGolds(item)) {
    const normalised = normaliseAnswer(text);
    if (normalised !== UNANSWERABLE && !seen.has(normalised)) findings.push({ code: 'closed/answer-not-in-choices', path, message: `expected one of the choices or ${UNANSWERABLE}, found ${JSON.stringify(text)}` });
  }
  return findings;
}

function listClosedGolds(item: BenchmarkItem): { path: string; text: string }[] {
  const answers = item.answer === undefined ? [] : typeof item.answer === 'string' ? [{ path: 'answer', text: item.answer }] : item.answer.map((text, index) => ({ path: `answer[${index}]`, text }));
  const isSet = Array.isArray(item.answer);
  const rounds = isSet ? [] : (item.rounds ?? []).map((round, index) => ({ path: `rounds[${index}].expected_output`, text: round.expected_output }));
  return [...answers, ...rounds];
}

/** Whether rounds from t* on of a future item expect the same answer. */
export function checkRoundAnswers(item: BenchmarkItem): ItemFinding[] {
  if (item.temporal_mode !== 'future') return [];
  const answerable = (item.rounds ?? []).map((round, index) => ({ round, index })).filter(({ round }) => round.answerable);
  const first = answerable[0];
  if (first === undefined) return [];
  const expected = normaliseAnswer(first.round.expected_output);
  const other = answerable.find(({ round }) => normaliseAnswer(round.expected_output) !== expected);
  if (other === undefined) return [];
  return [{ code: 'rounds/answer-changes', path: `rounds[${other.index}].expected_output`, message: `expected ${JSON.stringify(first.round.expected_output)} as in round ${first.round.round}, found ${JSON.stringify(other.round.expected_output)}` }];
}
