import { type BenchmarkItem, hashJson, hashText } from '@medstream/schema';
import { normaliseAnswer } from '@medstream/metrics';

import { stripBakedProtocol } from './check-text.js';
import type { ItemFinding } from './item-finding.js';

/** Remembers ids and questions over a whole benchmark, as hashes of 52 bits: some 50 bytes an item, whatever its size. */
export class DuplicateIndex {
  private readonly ids = new Set<number>();
  private readonly questions = new Set<number>();

  /** Findings about this item against all before it. */
  check(item: BenchmarkItem): ItemFinding[] {
    const findings: ItemFinding[] = [];
    if (isKnown(this.ids, hashText(item.sample_id))) findings.push({ code: 'id/duplicate', path: 'sample_id', message: `expected an id of its own, found ${JSON.stringify(item.sample_id)} again` });
    if (isKnown(this.questions, hashQuestion(item))) findings.push({ code: 'duplicate/question', path: 'question', message: 'expected another question or window, found the same question over the same window again' });
    return findings;
  }
}

function hashQuestion(item: BenchmarkItem): string {
  return hashJson([
    item.media_path,
    item.task_mode,
    item.question_type,
    normaliseAnswer(stripBakedProtocol(item.question)),
    item.prompt ?? null,
    item.input_range,
    (item.rounds ?? []).map(({ current_time }) => current_time),
  ]);
}

function isKnown(known: Set<number>, hash: string): boolean {
  const key = Number.parseInt(hash.slice(0, 13), 16);
  if (known.has(key)) return true;
  known.add(key);
  return false;
}
