import type { BenchmarkItem } from '@medstream/schema';
import { normaliseAnswer } from '@medstream/metrics';

import { stripBakedProtocol } from './check-text.js';
import type { ItemFinding } from './item-finding.js';

/** Answers that are part of ordinary language and therefore no leak when a question holds them. */
const COMMON_ANSWERS: ReadonlySet<string> = new Set(['yes', 'no', 'no change', 'unanswerable', 'no alert', 'uncertain', 'none', 'true', 'false', 'low', 'medium', 'high']);
/** Shorter answers are found by chance. */
const LEAST_LETTERS = 4;

/** Whether the answer stands where it can be read without looking at the picture. */
export function checkLeaks(item: BenchmarkItem): ItemFinding[] {
  const golds = listLeakableGolds(item);
  if (golds.length === 0) return [];
  const findings: ItemFinding[] = [];
  const idWords = splitIntoWords(item.sample_id);
  const leakedId = golds.find((gold) => holdsWords(idWords, gold));
  if (leakedId !== undefined) findings.push({ code: 'leak/sample-id', path: 'sample_id', message: `expected an id without the answer, found ${JSON.stringify(leakedId)} in it` });
  const leakedPath = (['media_path', 'video_id'] as const).find((field) => golds.some((gold) => holdsWords(splitIntoWords(item[field]), gold)));
  if (leakedPath !== undefined) findings.push({ code: 'leak/media-path', path: leakedPath, message: `expected ${leakedPath} without the answer, which it holds` });
  if (item.temporal_mode !== 'proactive' && holdsOnlyTheAnswer(item, golds)) {
    findings.push({ code: 'leak/question', path: 'question', message: 'expected a question that does not hold the answer, or holds the other choices too' });
  }
  return findings;
}

function listLeakableGolds(item: BenchmarkItem): string[] {
  const answers = typeof item.answer === 'string' ? [item.answer] : (item.answer ?? []);
  return [...answers, ...(item.reference_answer === undefined ? [] : [item.reference_answer])]
    .map((text) => splitIntoWords(text).join(' '))
    .filter((text) => text.length >= LEAST_LETTERS && !COMMON_ANSWERS.has(text));
}

function holdsOnlyTheAnswer(item: BenchmarkItem, golds: readonly string[]): boolean {
  const words = splitIntoWords(stripBakedProtocol(item.question));
  if (!golds.every((gold) => holdsWords(words, gold))) return false;
  const others = (item.choices ?? []).map((choice) => splitIntoWords(choice).join(' ')).filter((choice) => !golds.includes(choice));
  return !others.some((choice) => holdsWords(words, choice));
}

/** Lower-case words; `_`, `-`, dots, slashes and changes from lower to upper case part them. */
function splitIntoWords(text: string): string[] {
  return normaliseAnswer(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function holdsWords(words: readonly string[], gold: string): boolean {
  return ` ${words.join(' ')} `.includes(` ${gold} `);
}
