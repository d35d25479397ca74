import type { BenchmarkItem, ItemScore, Summary } from '@medstream/schema';

import type { CaseRegister } from './case-register.js';
import { createFigureSums } from './figure-sums.js';
import { prepareResponse } from './rate-response.js';
import { RESPONSE_KERNELS } from './score-responsiveness.js';
import type { EstimateSums } from './summary-sums.js';

/** Tolerances under which R is shown beside the headline's, in seconds (metrics.md section 4). */
export const SENSITIVITY_TOLERANCES_SEC = [0, 1, 2, 5] as const;

/** The mean R of all streaming items, under each tolerance (the same for every item) and each curve. */
export interface SensitivityTable {
  add(item: BenchmarkItem, score: ItemScore, caseNumber: number): void;
  estimate(estimate: EstimateSums): Summary['sensitivity'];
}

export function createSensitivityTable(cases: CaseRegister): SensitivityTable {
  const settings = RESPONSE_KERNELS.flatMap((kernel) => SENSITIVITY_TOLERANCES_SEC.map((toleranceSec) => ({ kernel, toleranceSec, sums: createFigureSums(cases) })));
  return {
    add(item, score, caseNumber) {
      if (item.task_mode !== 'streaming') return;
      if (score.responsiveness === null) {
        for (const { sums } of settings) sums.addUnscored();
        return;
      }
      const rate = prepareResponse(item, score);
      for (const { kernel, toleranceSec, sums } of settings) sums.add(caseNumber, rate({ kernel, toleranceSec }));
    },
    estimate: (estimate) =>
      settings.map(({ kernel, toleranceSec, sums }) => ({ kernel, tolerance_sec: toleranceSec, responsiveness: estimate(sums, `sensitivity/${kernel}/${toleranceSec}`) })),
  };
}
