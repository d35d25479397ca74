import type { Figure } from '@medstream/schema';

import { estimateFigure } from '../bootstrap.js';
import { estimateAlpha, estimateKappa, type RatedItem, type ReviewSeed } from './rater-agreement.js';

/**
 * What a rater's own answer, given without seeing the item's, says of it: the same (supported), another (unsupported), or
 * that the pictures do not show it (unclear).
 */
export const REVIEW_MARKS = ['supported', 'unsupported', 'unclear'] as const;
export type ReviewMark = (typeof REVIEW_MARKS)[number];

export interface ReviewedItem extends RatedItem {
  sampleId: string;
  marks: readonly (ReviewMark | null)[];
}

/** Outcome of a human check (metrics.md section 7; the paper found both 60 %, one 25 %, neither 15 %). */
export interface ReviewSummary {
  raters: number;
  /** Items that every rater marked; the shares are over these. */
  complete: number;
  /** Items that some rater left out: in no share, in alpha where two marked them. */
  partial: number;
  /** Shares of items whose answer all, some but not all, and none of the raters support. */
  support: { all: Figure; some: Figure; none: Figure };
  /** Cohen's kappa; null unless there are exactly two raters. */
  kappa: Figure | null;
  /** Krippendorff's alpha, for any number of raters from two on. */
  alpha: Figure;
  /** Items that no rater supports, sorted: to be looked at again or taken out. */
  unsupported: string[];
  /** What enters the `quality` of each complete item, by sample_id. */
  quality: Map<string, { review: 'human'; raters: number; agreement: number }>;
}

/** Adds a human check up. Items in any order; the same bytes for the same marks. */
export function summariseReview(items: readonly ReviewedItem[], { raters, seed, path = 'review' }: ReviewSeed & { raters: number }): ReviewSummary {
  const sorted = [...items].sort((one, other) => (one.sampleId < other.sampleId ? -1 : 1));
  const complete = sorted.filter(({ marks }) => marks.length === raters && marks.every((mark) => mark !== null)).map((item) => ({ ...item, share: item.marks.filter((mark) => mark === 'supported').length / raters }));
  const shareOf = (name: string, holds: (share: number) => boolean): Figure => estimateFigure(complete.map(({ caseId, share }) => ({ caseId, value: holds(share) ? 1 : 0 })), { seed, path: `${path}/${name}` });
  return {
    raters,
    complete: complete.length,
    partial: items.length - complete.length,
    support: { all: shareOf('all', (share) => share === 1), some: shareOf('some', (share) => share > 0 && share < 1), none: shareOf('none', (share) => share === 0) },
    kappa: raters === 2 ? estimateKappa(sorted, { seed, path }) : null,
    alpha: estimateAlpha(sorted, { seed, path }),
    unsupported: complete.filter(({ share }) => share === 0).map(({ sampleId }) => sampleId),
    quality: new Map(complete.map(({ sampleId, share }) => [sampleId, { review: 'human', raters, agreement: share }])),
  };
}
