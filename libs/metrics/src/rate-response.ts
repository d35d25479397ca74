import type { BenchmarkItem, ItemScore } from '@medstream/schema';
import { DEFAULT_SAMPLING_PERIOD_SEC, durationSecToMicros, MICROS_PER_UNIT, secondsToMicros, toleranceMicrosOf } from '@medstream/sampling';

import { callsOf } from './item-calls.js';
import { RESPONSE_TAU_SEC, type ResponseKernel, type ResponseTiming, scoreResponsiveness } from './score-responsiveness.js';

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
  // one object for all rules: a dozen of them are tried on every item
  const timing: ResponseTiming = {
    firstPositiveMicros: score.first_positive_time === null ? null : secondsToMicros(score.first_positive_time),
    expectedMicros: callsOf(item).expected.micros,
    isEveryRoundOk: Object.keys(score.statuses).every((status) => status === 'ok'),
    toleranceMicros: 0,
    tauEarlyMicros: lengthOf(item, RESPONSE_TAU_SEC.early),
    tauLateMicros: lengthOf(item, RESPONSE_TAU_SEC.late),
    kernel: 'exponential',
  };
  return ({ kernel = 'exponential', toleranceSec }) => {
    timing.toleranceMicros = toleranceSec === undefined ? toleranceMicrosOf(item) : lengthOf(item, toleranceSec);
    timing.kernel = kernel;
    return scoreResponsiveness(timing);
  };
}

function lengthOf(item: BenchmarkItem, sec: number): number {
  return durationSecToMicros(item, sec) ?? (sec / DEFAULT_SAMPLING_PERIOD_SEC) * MICROS_PER_UNIT;
}
