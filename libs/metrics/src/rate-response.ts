import type { BenchmarkItem, ItemScore } from '@medstream/schema';
import { DEFAULT_SAMPLING_PERIOD_SEC, durationSecToMicros, MICROS_PER_UNIT, secondsToMicros, toleranceMicrosOf } from '@medstream/sampling';

import { callsOf } from './item-calls.js';
import { RESPONSE_TAU_SEC, type ResponseKernel, scoreResponsiveness } from './score-responsiveness.js';

export interface ResponseRule {
  /** Curve of the loss; default exponential. */
  kernel?: ResponseKernel;
  /** delta in seconds; default: the item's tolerance_sec, else 2. */
  toleranceSec?: number;
}

/**
 * R of a streaming item under a rule, from what its score line keeps: the first positive time and the statuses. Frame
 * indices: seconds become frames by `frame_rate`; without a stated rate one frame stands for 2 s, as in sampling.
 */
export function rateResponse(item: BenchmarkItem, score: Pick<ItemScore, 'first_positive_time' | 'statuses'>, rule: ResponseRule = {}): number {
  return prepareResponse(item, score)(rule);
}

/** {@link rateResponse} of one item for several rules. */
export function prepareResponse(item: BenchmarkItem, score: Pick<ItemScore, 'first_positive_time' | 'statuses'>): (rule: ResponseRule) => number {
  const fixed = {
    firstPositiveMicros: score.first_positive_time === null ? null : secondsToMicros(score.first_positive_time),
    expectedMicros: callsOf(item).expected.micros,
    isEveryRoundOk: Object.keys(score.statuses).every((status) => status === 'ok'),
    tauEarlyMicros: lengthOf(item, RESPONSE_TAU_SEC.early),
    tauLateMicros: lengthOf(item, RESPONSE_TAU_SEC.late),
  };
  return ({ kernel = 'exponential', toleranceSec }) => scoreResponsiveness({ ...fixed, toleranceMicros: toleranceSec === undefined ? toleranceMicrosOf(item) : lengthOf(item, toleranceSec), kernel });
}

function lengthOf(item: BenchmarkItem, sec: number): number {
  return durationSecToMicros(item, sec) ?? (sec / DEFAULT_SAMPLING_PERIOD_SEC) * MICROS_PER_UNIT;
}
