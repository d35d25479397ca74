import type { Figure } from '@medstream/schema';

import type { FigureOptions } from './bootstrap-interval.js';
import { createCaseRegister } from './case-register.js';
import { createFigureSums } from './figure-sums.js';

/** What one item adds to a figure. */
export interface Observation {
  /** Patient, procedure or lesion: what is resampled. */
  caseId: string;
  value: number;
  /** Group inside which values are averaged before the groups are (macro mean); all in one when absent. */
  group?: string;
}

/**
 * A mean with its 95 % interval. The estimator is the sum of values over their number (with groups: the mean of that
 * over the groups). Interval: 2,000 draws of as many case_ids as there are, with replacement, from
 * their sorted list; per draw the same estimator; the 2.5 and 97.5 percentiles with linear interpolation (type 7).
 *
 * Observations are added up in the order given: sort by sample_id before. Over nothing the value is null.
 */
export function estimateFigure(observations: readonly Observation[], options: FigureOptions): Figure {
  const cases = createCaseRegister();
  const sums = createFigureSums(cases);
  for (const { caseId, value, group } of observations) sums.add(cases.numberOf(caseId), value, group);
  return sums.estimate(options);
}
