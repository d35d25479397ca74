import { EngineError } from '@medstream/schema';

import { hashItem } from './export-review.js';
import type { ReviewOutcome } from './review-outcome.js';
import type { ReviewKey } from './review-key.js';

/** Puts the outcome of a check into items one by one. */
export interface ReviewApplier {
  /** The record with its outcome in `quality`, or as it is where it was not on the sheet or not answered by every rater. */
  apply: (record: unknown) => { record: unknown; isReviewed: boolean };
  /** @throws EngineError `input/unknown-id` where an item of the sheet did not come by */
  finish: () => void;
}

/** @throws EngineError from `apply`: `usage/bad-argument` for an item that is not the one that was asked, `input/duplicate` */
export function createReviewApplier(key: ReviewKey, quality: ReviewOutcome['quality']): ReviewApplier {
  const hashes = new Map(key.items.map(({ sample_id: id, item_sha256: hash }) => [id, hash]));
  const seen = new Set<string>();
  return {
    apply(record) {
      const id = isRecord(record) ? record['sample_id'] : undefined;
      if (!isRecord(record) || typeof id !== 'string' || !hashes.has(id)) return { record, isReviewed: false };
      if (seen.has(id)) throw new EngineError('input/duplicate', `two items are called ${id}`, { hint: 'name each file once' });
      seen.add(id);
      if (hashItem(record) !== hashes.get(id)) throw new EngineError('usage/bad-argument', `the item ${id} is not the one that the raters saw: its text, answer or times differ`, { hint: 'name the files that the sheet was made from' });
      const outcome = quality.get(id);
      if (outcome === undefined) return { record, isReviewed: false };
      return { record: { ...record, quality: { ...(isRecord(record['quality']) ? record['quality'] : {}), ...outcome } }, isReviewed: true };
    },
    finish() {
      const missing = [...hashes.keys()].filter((id) => !seen.has(id));
      if (missing.length > 0) throw new EngineError('input/unknown-id', `${missing.length} of ${hashes.size} items of the sheet are not in --data, ${missing[0]} among them`, { hint: 'name all files that the sheet was made from' });
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
