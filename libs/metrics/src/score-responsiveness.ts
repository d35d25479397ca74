/** Names of the curves by which a response off time loses: see {@link scoreResponsiveness}. */
export const RESPONSE_KERNELS = ['exponential', 'linear', 'step'] as const;
export type ResponseKernel = (typeof RESPONSE_KERNELS)[number];

/** tau of responses before and after t*, in seconds (metrics.md section 3). */
export const RESPONSE_TAU_SEC = { early: 10, late: 10 } as const;

export interface ResponseTiming {
  /** t^: end of the window of the first positive round; null when there was none. */
  firstPositiveMicros: number | null;
  /** t*; null: the right behaviour is never to respond. */
  expectedMicros: number | null;
  /** Whether every round ended `ok`; asked only where t* is null. */
  isEveryRoundOk: boolean;
  /** delta, not negative: this far from t* nothing is lost; the end itself included. */
  toleranceMicros: number;
  tauEarlyMicros: number;
  tauLateMicros: number;
  kernel: ResponseKernel;
}

/**
 * Responsiveness R in [0, 1] (paper, "Responsiveness"; the curve is metrics.md section 3's). With d = t^ - t*:
 *
 * ```
 * |d| <= delta            1
 * no positive round       0
 * exponential (default)   exp(-(|d| - delta) / tau)       tau: early for d < 0, late for d > 0
 * linear                  max(0, 1 - (|d| - delta) / tau)
 * step                    0
 * t* = null               1 when every round is ok and none positive, else 0
 * ```
 *
 * All times on one integer scale (microseconds, or frames x 1,000,000), so that the end of delta compares exactly.
 */
export function scoreResponsiveness(timing: ResponseTiming): number {
  const { firstPositiveMicros, expectedMicros, toleranceMicros, kernel } = timing;
  if (expectedMicros === null) return firstPositiveMicros === null && timing.isEveryRoundOk ? 1 : 0;
  if (firstPositiveMicros === null) return 0;
  const offMicros = firstPositiveMicros - expectedMicros;
  const beyondMicros = Math.abs(offMicros) - toleranceMicros;
  if (beyondMicros <= 0) return 1;
  const share = beyondMicros / (offMicros < 0 ? timing.tauEarlyMicros : timing.tauLateMicros);
  switch (kernel) {
    case 'exponential':
      return Math.exp(-share);
    case 'linear':
      return Math.max(0, 1 - share);
    case 'step':
      return 0;
  }
}
