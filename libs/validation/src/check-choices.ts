import { type BenchmarkItem, RESPONSE_PROTOCOLS, stripProtocolParagraph, UNANSWERABLE } from '@medstream/schema';
import { normaliseAnswer, parseReply } from '@medstream/metrics';

import type { ItemFinding } from './item-finding.js';
import { rememberText } from './remember-text.js';
import { holdsWords, splitAnswerIntoWords } from './split-words.js';

const BARE_LETTER = /^[(\s]*\p{L}[).:\s]*$/u;
/** A choice that the reader takes for a letter is short. */
const MOST_LETTER_SIGNS = 40;
/** A question whose choices no text equals, so that whatever is read as one of them was read as its letter. */
const LETTERS_ONLY: BenchmarkItem = {
  ...{ sample_id: 'letters', dataset: 'letters', video_id: 'letters', media_path: 'letters.mp4', task: 'letters', task_mode: 'single_turn', temporal_mode: 'present' },
  ...{ question_type: 'closed', question: 'Which letter?', choices: Array.from({ length: 26 }, (_, index) => `choice without words of its own ${index}`) },
  ...{ query_time: 0, context_window_sec: 0, input_range: [0, 0], response_protocol: RESPONSE_PROTOCOLS.answer, label_source: 'original_annotation' },
};

/** Whether a choice is a letter, in whatever quotes or brackets, to people or to the reader of replies ("Option C"). */
const isLetter = rememberText((choice: string): boolean => {
  if (BARE_LETTER.test(normaliseAnswer(choice))) return true;
  const read = choice.length > MOST_LETTER_SIGNS ? null : parseReply({ raw: choice, item: LETTERS_ONLY });
  return read?.status === 'ok' && LETTERS_ONLY.choices?.includes(read.value as string) === true;
});

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
    else if (isLetter(choice)) findings.push({ code: 'closed/bare-letter', path, message: `expected words, found the letter ${JSON.stringify(choice)}` });
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

const NEGATIONS: ReadonlySet<string> = new Set(['no', 'not', 'non', 'without', 'un']);

/** Whether a wrong choice could be right as well: one holds all words of the right one in a row, or the other way round. */
export function checkAmbiguousChoices(item: BenchmarkItem): ItemFinding[] {
  const { choices, answer } = item;
  if (item.question_type !== 'closed' || choices === undefined || typeof answer !== 'string') return [];
  const right = splitAnswerIntoWords(answer);
  const index = choices.findIndex((choice) => isNested(splitAnswerIntoWords(choice), right));
  return index < 0 ? [] : [{ code: 'closed/ambiguous-choices', path: `choices[${index}]`, message: `expected choices that exclude each other, found ${JSON.stringify(choices[index])} beside ${JSON.stringify(answer)}` }];
}

function isNested(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length === 0 || short.length === long.length || /^\d+$/u.test(short.join(''))) return false;
  return holdsWords(long, short.join(' ')) && !long.some((word) => NEGATIONS.has(word) && !short.includes(word));
}

const MANY_AT_ONCE = /\b(?:visible|present|seen|in view|annotated|appears?)\b/iu;
const THINGS = /\b(?:tools?|instruments?|objects?|hands?|devices?|class(?:es)?)\b/iu;
const ONE_OF_MANY = /\b(?:first|next|further|most|main|largest|only|how (?:many|much|long))\b/iu;

/**
 * Whether a question about what can be seen, where several things can, offers only one answer (release-format.md, D10). Yes
 * and no, numbers, and questions for the first or next one are fine.
 */
export function checkSingleOfMany(item: BenchmarkItem): ItemFinding[] {
  const { choices, answer } = item;
  if (item.question_type !== 'closed' || choices === undefined || typeof answer !== 'string') return [];
  if (item.temporal_mode === 'future' || item.temporal_mode === 'proactive') return [];
  if (choices.every((choice) => /^(?:yes|no|\d+)$/u.test(normaliseAnswer(choice)))) return [];
  const stem = stripProtocolParagraph(item.question);
  const isPresence = /presence|visible|multiselect/iu.test(item.task) || (MANY_AT_ONCE.test(stem) && THINGS.test(stem) && /\bwhich\b|\bwhat\b/iu.test(stem));
  if (!isPresence || ONE_OF_MANY.test(stem)) return [];
  return [{ code: 'closed/single-of-many', path: 'answer', message: 'expected a list of all that can be seen, found a single choice where several can be right' }];
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
