import type { Summary } from '@medstream/schema';

import { rateResponse } from './rate-response.js';
import { RESPONSE_KERNELS } from './score-responsiveness.js';
import type { Estimator, ScoredItem } from './scored-item.js';

/** Tolerances under which R is shown beside the headline's, in seconds (metrics.md section 4). */
export const SENSITIVITY_TOLERANCES_SEC = [0, 1, 2, 5] as const;

/** The mean R of all streaming items that have one, under each tolerance (the same for every item) and each curve. */
export function estimateSensitivity(scored: readonly ScoredItem[], estimate: Estimator): Summary['sensitivity'] {
  const rated = scored.filter(({ score }) => score.responsiveness !== null);
  const items = new Map(rated.map(({ item }) => [item.sample_id, item]));
  return RESPONSE_KERNELS.flatMap((kernel) =>
    SENSITIVITY_TOLERANCES_SEC.map((toleranceSec) => ({
      kernel,
      tolerance_sec: toleranceSec,
      responsiveness: estimate(rated, `sensitivity/${kernel}/${toleranceSec}`, (score) => {
        const item = items.get(score.sample_id);
        return item === undefined ? null : rateResponse(item, score, { kernel, toleranceSec });
      }),
    })),
  );
}
