import { type BenchmarkItem, stripProtocolParagraph } from '@medstream/schema';

import type { ItemFinding } from './item-finding.js';
import { isReleaseForm } from './release-form.js';
import { holdsWords, isTellingAnswer, splitAnswerIntoWords, splitIntoWords } from './split-words.js';

/** Whether the answer stands where it can be read without looking at the picture. */
export function checkLeaks(item: BenchmarkItem): ItemFinding[] {
  const golds = listLeakableGolds(item);
  if (golds.length === 0) return [];
  const findings: ItemFinding[] = [];
  const idWords = splitIntoWords(item.sample_id);
  const leakedId = golds.find((gold) => holdsWords(idWords, gold));
  if (leakedId !== undefined) findings.push({ code: 'leak/sample-id', path: 'sample_id', message: `expected an id without the answer, found ${JSON.stringify(leakedId)} in it` });
  const leakedPath = (['media_path', 'video_id'] as const).find((field) => golds.some((gold) => holdsWords(splitIntoWords(item[field]), gold)));
  if (leakedPath !== undefined) findings.push({ code: 'leak/media-path', path: leakedPath, message: `expected ${leakedPath} without the answer, which it holds`, ...(isReleaseForm(item) ? {} : { severity: 'info' }) });
  findings.push(...checkEvidence(item, golds));
  if (item.temporal_mode !== 'proactive' && holdsOnlyTheAnswer(item, golds)) {
    findings.push({ code: 'leak/question', path: 'question', message: 'expected a question that does not hold the answer, or holds the other choices too' });
  }
  return findings;
}

/**
 * Our own evidence quotes the label and is never shown; it may just not be the answer and nothing else. That of the release
 * is plain words about the picture, and spells the answer out.
 */
function checkEvidence(item: BenchmarkItem, golds: readonly string[]): ItemFinding[] {
  const { evidence } = item;
  if (evidence === undefined) return [];
  const words = splitIntoWords(evidence);
  const held = golds.find((gold) => (isReleaseForm(item) ? holdsWords(words, gold) : words.join(' ') === gold));
  if (held === undefined) return [];
  const findings: ItemFinding[] = [{ code: 'leak/evidence', path: 'evidence', message: `expected evidence that does not state the answer, found ${JSON.stringify(held)} in it` }];
  const written = [item.answer ?? [], item.reference_answer ?? []].flat().find((text) => splitAnswerIntoWords(text).join(' ') === held);
  if (isReleaseForm(item) && written !== undefined && !evidence.toLowerCase().includes(written.trim().toLowerCase())) {
    findings.push({ code: 'text/spelling-differs', path: 'evidence', message: `expected the answer spelt as ${JSON.stringify(written)} in the evidence too` });
  }
  return findings;
}

function listLeakableGolds(item: BenchmarkItem): string[] {
  const answers = typeof item.answer === 'string' ? [item.answer] : (item.answer ?? []);
  return [...answers, ...(item.reference_answer === undefined ? [] : [item.reference_answer])]
    .map((text) => splitAnswerIntoWords(text).join(' '))
    .filter(isTellingAnswer);
}

function holdsOnlyTheAnswer(item: BenchmarkItem, golds: readonly string[]): boolean {
  const words = splitIntoWords(stripProtocolParagraph(item.question));
  if (!golds.every((gold) => holdsWords(words, gold))) return false;
  const others = (item.choices ?? []).map((choice) => splitAnswerIntoWords(choice).join(' ')).filter((choice) => !golds.includes(choice));
  return !others.some((choice) => holdsWords(words, choice));
}
