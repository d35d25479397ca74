export interface RerunSpread {
  /** Calls judged at least twice; the figures are over these. */
  n: number;
  /** Verdicts that failed, of all. */
  failed: number;
  /** Share of calls whose marks were not all equal; null over nothing. */
  changed: number | null;
  /** Mean over calls of the sample variance of their marks; null over nothing. */
  meanVariance: number | null;
  /** Square root of the mean variance: what a mark moves by, in units of the mark; null over nothing. */
  standardDeviation: number | null;
  /** Mean mark of each run over the calls that every run marked, for the spread of the headline; empty without such calls. */
  runMeans: number[];
}

/**
 * How much a judge's marks move when the same calls are judged again: one list a run, in the same order of calls; null
 * where a verdict failed. Failed verdicts are counted and never a mark.
 *
 * @throws RangeError for runs of different lengths
 */
export function measureRerunSpread(runs: readonly (readonly (number | null)[])[]): RerunSpread {
  const calls = runs[0]?.length ?? 0;
  if (runs.some((run) => run.length !== calls)) throw new RangeError('every run has to judge the same calls');
  const byCall = Array.from({ length: calls }, (_, call) => runs.map((run) => run[call] ?? null));
  const marked = byCall.map((marks) => marks.filter((mark) => mark !== null));
  const repeated = marked.filter((marks) => marks.length >= 2);
  const complete = marked.filter((marks) => marks.length === runs.length);
  const meanVariance = meanOf(repeated.map(sampleVariance));
  return {
    n: repeated.length,
    failed: byCall.flat().filter((mark) => mark === null).length,
    changed: meanOf(repeated.map((marks) => (new Set(marks).size > 1 ? 1 : 0))),
    meanVariance,
    standardDeviation: meanVariance === null ? null : Math.sqrt(meanVariance),
    runMeans: complete.length === 0 ? [] : runs.map((_, run) => complete.reduce((sum, marks) => sum + (marks[run] as number), 0) / complete.length),
  };
}

function sampleVariance(marks: readonly number[]): number {
  const mean = marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
  return marks.reduce((sum, mark) => sum + (mark - mean) ** 2, 0) / (marks.length - 1);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
