import { type BenchmarkItem, stripProtocolParagraph } from '@medstream/schema';
import { normaliseAnswer } from '@medstream/metrics';

import { hashToKey } from './hash-to-key.js';
import type { ItemFinding } from './item-finding.js';
import { KeySet } from './key-set.js';
import { isTellingAnswer, splitAnswerIntoWords, splitIntoWords } from './split-words.js';

/** Near duplicates are looked for within one medium; so many media are remembered. */
const KEPT_MEDIA = 256;

/** Remembers ids and questions over a whole benchmark, as hashes of 53 bits: some 64 bytes an item at most, whatever its size. */
export class DuplicateIndex {
  private readonly ids = new KeySet();
  private readonly questions = new KeySet();

  /** What was asked of the latest media, by the hash of their path. */
  private readonly near = new Map<number, Set<number>>();

  /** Findings about this item against all before it. */
  check(item: BenchmarkItem): ItemFinding[] {
    const findings: ItemFinding[] = [];
    if (this.ids.add(hashToKey(item.sample_id))) findings.push({ code: 'id/duplicate', path: 'sample_id', message: `expected an id of its own, found ${JSON.stringify(item.sample_id)} again` });
    if (this.questions.add(hashToKey(describeQuestion(item)))) findings.push({ code: 'duplicate/question', path: 'question', message: 'expected another question or window, found the same question over the same window again' });
    return [...findings, ...this.checkNear(item, findings.length > 0)];
  }

  /** The same answer to the same task over the same window, in other words or another form (release-format.md, D18). */
  private checkNear(item: BenchmarkItem, isToldAlready: boolean): ItemFinding[] {
    const medium = hashToKey(item.media_path);
    const known = this.near.get(medium) ?? new Set<number>();
    const isNear = isKnown(known, hashToKey(describeNear(item)));
    // the latest media come last
    this.near.delete(medium);
    this.near.set(medium, known);
    const [oldest] = this.near.keys();
    if (oldest !== undefined && this.near.size > KEPT_MEDIA) this.near.delete(oldest);
    return isNear && !isToldAlready ? [{ code: 'duplicate/near', path: 'question', message: 'expected another task, window or answer, found nearly the same question again' }] : [];
  }
}

/** Words of wordings: what is left of a question is what it is about. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'a an the this that these those is are was were be been can could do does did you your see seen shown show shows visible view look looking watch at in on of to for from by with and or it its any all each which what who how when where there here current currently moment now latest end clip video picture recording window part back over think time answer question please select choose one following option options best being under way carried out'.split(' '),
);

function contentWordsOf(question: string): string {
  return [...new Set(splitIntoWords(question).filter((word) => !COMMON_WORDS.has(word)))].sort().join(' ');
}

function describeNear(item: BenchmarkItem): string {
  const golds = [item.answer ?? item.reference_answer ?? []].flat().map((text) => splitAnswerIntoWords(text).join(' ')).sort();
  // "yes" twice may be the answer to two questions; "calot triangle dissection" twice is not
  const about = golds.some(isTellingAnswer) ? null : contentWordsOf(stripProtocolParagraph(item.question));
  return JSON.stringify([item.task, item.task_mode, item.input_range, golds, about, (item.rounds ?? []).map(({ current_time }) => current_time)]);
}

function describeQuestion(item: BenchmarkItem): string {
  return JSON.stringify([
    item.media_path,
    item.task_mode,
    item.question_type,
    normaliseAnswer(stripProtocolParagraph(item.question)),
    item.prompt ?? null,
    item.input_range,
    (item.rounds ?? []).map(({ current_time }) => current_time),
  ]);
}

function isKnown(known: Set<number>, key: number): boolean {
  if (known.has(key)) return true;
  known.add(key);
  return false;
}
