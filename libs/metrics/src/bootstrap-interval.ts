/** Number of resamples of the cluster bootstrap (metrics.md section 4). */
export const BOOTSTRAP_DRAWS = 2_000;
/** Under this many cases an interval is not estimable. */
export const MIN_CASES = 10;

export interface FigureOptions {
  seed: number;
  /** Name of the figure in the summary, e.g. `modes/future/content`; the generator's path is `bootstrap/` and it. */
  path: string;
  /** False leaves the interval out, and says so. Default true. */
  withInterval?: boolean;
}

/** The 2.5 and 97.5 percentiles of some estimates, by linear interpolation between order statistics (type 7). */
export function intervalOf(estimates: Float64Array): [number, number] {
  const sorted = Float64Array.from(estimates).sort();
  return [percentileOf(sorted, 0.025), percentileOf(sorted, 0.975)];
}

/** The `share` quantile of sorted numbers, type 7: h = (n - 1) share, between the two order statistics round h. */
export function percentileOf(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (above - below) * (place - Math.floor(place));
}
