import type { BenchmarkItem, ItemScore, Summary } from '@medstream/schema';

import type { CaseRegister } from './case-register.js';
import { meanOfAll } from './combine-repeats.js';
import { createFigureSums } from './figure-sums.js';
import { prepareResponse } from './rate-response.js';
import { RESPONSE_KERNELS } from './score-responsiveness.js';
import type { EstimateSums } from './summary-sums.js';

/** Tolerances under which R is shown beside the headline's, in seconds (metrics.md section 4). */
export const SENSITIVITY_TOLERANCES_SEC = [0, 1, 2, 5] as const;

/** The mean R of all streaming items, under each tolerance (the same for every item) and each curve. */
export interface SensitivityTable {
  /** @param repeats the scores of the item, one for each time that it was asked: the mean over them counts */
  add(item: BenchmarkItem, repeats: readonly ItemScore[], caseNumber: number): void;
  estimate(estimate: EstimateSums): Summary['sensitivity'];
}

export function createSensitivityTable(cases: CaseRegister): SensitivityTable {
  const settings = RESPONSE_KERNELS.flatMap((kernel) => SENSITIVITY_TOLERANCES_SEC.map((toleranceSec) => ({ kernel, toleranceSec, sums: createFigureSums(cases) })));
  return {
    add(item, repeats, caseNumber) {
      if (item.task_mode !== 'streaming') return;
      if (repeats.some(({ responsiveness }) => responsiveness === null)) {
        for (const { sums } of settings) sums.addUnscored();
        return;
      }
      const rates = repeats.map((score) => prepareResponse(item, score));
      for (const { kernel, toleranceSec, sums } of settings) sums.add(caseNumber, meanOfAll(rates.map((rate) => rate({ kernel, toleranceSec }))));
    },
    estimate: (estimate) =>
      settings.map(({ kernel, toleranceSec, sums }) => ({ kernel, tolerance_sec: toleranceSec, responsiveness: estimate(sums, `sensitivity/${kernel}/${toleranceSec}`) })),
  };
}
