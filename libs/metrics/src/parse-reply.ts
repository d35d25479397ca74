import { type BenchmarkItem, UNANSWERABLE } from '@medstream/schema';

import { type AnswerKind, answerKindOf } from './answer-kind.js';
import { type AnswerValue, isAbstention } from './answer-value.js';
import { extractJsonAnswer } from './extract-json-answer.js';
import { findDeclaredAnswer } from './find-declared-answer.js';
import { foldCharacters } from './fold-characters.js';
import { normaliseAnswer, stripOuterMarks } from './normalise-answer.js';
import { type Choices, prepareChoices, readChoice, readChoiceWords } from './read-choice.js';
import { readChoiceSet } from './read-choice-set.js';
import { readDeclaredLine } from './read-declared-line.js';
import { isNumberText, readOnlyNumber } from './read-only-number.js';
import { readProactiveStatus } from './read-proactive-status.js';
import { rememberLast } from './remember-last.js';
import { removeReasoning } from './remove-reasoning.js';
import { readRewardAnswer } from './rewards/read-reward-answer.js';
import { type RewardTask, rewardTaskOf } from './rewards/reward-tasks.js';

/** The outcome of reading one reply: only `ok` has a value. */
export type ParsedReply = { status: 'ok'; value: AnswerValue } | { status: 'invalid' | 'truncated' | 'empty' };

const INVALID: ParsedReply = { status: 'invalid' };

/** All that reading depends on besides the text, shared by the items that have it in common, with what was read by it. */
interface ReplyReader {
  kind: AnswerKind;
  choices: Choices;
  task: RewardTask | null;
  known: Map<string, ParsedReply>;
}
const readersByKey = new Map<string, ReplyReader>();
/** Replies of one reader, readers, and signs of a reply that are remembered: models say the same few things again and again. */
const REMEMBERED = { replies: 500, readers: 2_000, signs: 200 } as const;

/**
 * Reads one reply by the rules of protocol medstream-1 (metrics.md section 1); pure, never throws on any text.
 *
 * Order: reasoning removed (an unclosed tag is `truncated`), white space only is `empty`, JSON `answer` or fence
 * unwrapped, then by the item's kind. A multi-select reply is one choice a line, or choices separated by commas,
 * semicolons or "and", by words or letters, or a JSON array. The right answer of the item is never looked at.
 */
export function parseReply({ raw, item }: { raw: string; item: BenchmarkItem }): ParsedReply {
  const reader = readerOf(item);
  if (raw.length > REMEMBERED.signs) return readReply(raw, reader);
  const known = reader.known.get(raw);
  if (known !== undefined) return known;
  if (reader.known.size >= REMEMBERED.replies) reader.known.clear();
  const read = Object.freeze(readReply(raw, reader));
  reader.known.set(raw, read);
  return read;
}

function readReply(raw: string, { kind, task, choices: own }: ReplyReader): ParsedReply {
  const { text, isCutOff } = removeReasoning(raw);
  if (isCutOff) return { status: 'truncated' };
  if (foldCharacters(text).trim() === '') return { status: 'empty' };
  if (task !== null) {
    const answer = readRewardAnswer(task, text);
    return answer === null ? INVALID : accept(answer);
  }
  const choices = kind === 'choice' || kind === 'choice_set' ? own : null;
  // the words of a choice are its answer even where they look like JSON or a fence
  const asItStands = choices === null ? null : readChoiceWords(text, choices);
  if (asItStands !== null) return accept(kind === 'choice_set' ? [asItStands] : asItStands);

  const json = extractJsonAnswer(text);
  if (json !== null && Array.isArray(json.answer) && choices !== null) return readArray(json.answer, kind, choices);
  const answer = json === null ? stripFences(text) : textOfJson(json.answer);
  if (answer === null) return INVALID;
  switch (kind) {
    case 'status':
      return readStatus(answer);
    case 'text':
    case 'reward':
      return readText(answer);
    case 'number':
      return readClosed(answer, readNumberText, true);
    case 'choice':
      return readOneChoice(answer, own);
    case 'choice_set':
      return readClosed(answer, (part) => readChoiceSet(part, own), false);
  }
}

/** The choices of an item in compared form, worked out once a list of choices. */
export function choicesOf(item: BenchmarkItem): Choices {
  return readerOf(item).choices;
}

const readerOf = rememberLast((item: BenchmarkItem): ReplyReader => {
  const [kind, task] = [answerKindOf(item), rewardTaskOf(item)];
  const key = JSON.stringify([kind, task, item.choices ?? []]);
  let reader = readersByKey.get(key);
  if (reader === undefined) {
    if (readersByKey.size >= REMEMBERED.readers) readersByKey.clear();
    reader = { kind, task, choices: prepareChoices(item.choices ?? []), known: new Map() };
    readersByKey.set(key, reader);
  }
  return reader;
});

function readOneChoice(text: string, choices: Choices): ParsedReply {
  const read = readClosed(text, (part) => readChoice(part, choices), true);
  if (read.status === 'ok' || findDeclaredAnswer(text) !== null) return read;
  if (!choices.texts.every(isNumberText)) return read;
  const number = readOnlyNumber(text);
  const matches = number === null ? [] : choices.texts.filter((choice) => readOnlyNumber(choice) === number);
  return matches.length === 1 ? accept(matches[0] as string) : INVALID;
}

/** Alone, declared, or an abstention as the whole first sentence; a declaration that contradicts the first sentence reads as nothing. */
function readClosed(text: string, read: (part: string) => AnswerValue | null, mayCutAtComma: boolean): ParsedReply {
  const readPart = (part: string): AnswerValue | null => (isUnanswerable(part) ? UNANSWERABLE : read(part));
  const alone = readPart(text);
  if (alone !== null) return accept(alone);
  const abstains = isUnanswerable(firstSentenceOf(text));
  const declared = findDeclaredAnswer(text);
  if (declared === null) return abstains ? accept(UNANSWERABLE) : INVALID;
  const wholeRest = mayCutAtComma ? null : readPart(declared.rest);
  const value = declared.isDenied ? null : (wholeRest ?? readDeclaredLine(declared.line, readPart, mayCutAtComma));
  if (value === null || (abstains && !isAbstention(value))) return INVALID;
  return accept(value);
}

function readText(text: string): ParsedReply {
  const declared = findDeclaredAnswer(text);
  const isDeclared = declared !== null && !declared.isDenied && [declared.line, firstSentenceOf(declared.line)].some(isUnanswerable);
  if (isDeclared || isUnanswerable(text) || isUnanswerable(firstSentenceOf(text))) return accept(UNANSWERABLE);
  const answer = text.trim().replace(/^(?:\*\*)?(?:final )?answer\s*:(?:\*\*)?\s*/iu, '');
  return normaliseAnswer(answer) === '' ? INVALID : accept(answer);
}

function readStatus(text: string): ParsedReply {
  const status = readProactiveStatus(text);
  if (status === null) return INVALID;
  return accept(status.kind === 'alert' ? `alert: ${status.reason}` : status.kind);
}

function readArray(members: unknown[], kind: AnswerKind, choices: Choices): ParsedReply {
  const texts = members.map(textOfJson);
  if (texts.length === 1 && isUnanswerable(texts[0] ?? '')) return accept(UNANSWERABLE);
  const read = texts.map((text) => (text === null ? null : readChoice(text, choices)));
  const found = read.filter((choice) => choice !== null);
  if (found.length < read.length) return INVALID;
  const distinct = [...new Set(found)].sort();
  if (kind === 'choice_set') return accept(distinct);
  return distinct.length === 1 ? accept(distinct[0] as string) : INVALID;
}

function accept(value: AnswerValue): ParsedReply {
  return { status: 'ok', value };
}

function isUnanswerable(text: string): boolean {
  return normaliseAnswer(text) === UNANSWERABLE;
}

function firstSentenceOf(text: string): string {
  return stripOuterMarks(foldCharacters(text)).split(/(?<=[.!?])\s|\n/u)[0] ?? '';
}

function readNumberText(text: string): string | null {
  const number = readOnlyNumber(text);
  return number === null ? null : String(number);
}

function textOfJson(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** Fence lines only; back-ticks inside a line are marks that normalisation removes. */
function stripFences(text: string): string {
  return text.replace(/^[ \t]*(?:```|~~~)[\w-]*[ \t]*$/gmu, '').trim();
}
