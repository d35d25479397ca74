/** Chosen pictures of one run; more would pass the length limit of one argument (128 KiB). */
export const MAX_CHOSEN_PER_RUN = 2000;

/**
 * The select filter's condition for these display times, as a balanced tree: ffmpeg refuses more than 100 summed terms,
 * and a tree of n leaves is only log n deep.
 *
 * @param ticks ascending, at least one
 */
export function buildSelectExpression(ticks: readonly number[]): string {
  const tree = (from: number, to: number): string => {
    if (to - from <= 1) return `eq(pts,${ticks[from]})`;
    const middle = (from + to) >>> 1;
    return `if(lt(pts,${ticks[middle]}),${tree(from, middle)},${tree(middle, to)})`;
  };
  return tree(0, ticks.length);
}
