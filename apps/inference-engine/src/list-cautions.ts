/** Who marked the open answers of a run, and how often it was asked. */
export interface MarkedRun {
  /** Null for predictions made elsewhere. */
  model: string | null;
  /** Null where no judge marked them. */
  judge: string | null;
  /** What the judge's own summary warns of; null: nothing. */
  judgeNote: string | null;
  /** Absent where each question was asked once. */
  repeats?: { times: number };
}

/**
 * Why a difference of two runs may be one of the marks: those of two judges, or of one and of none, are no common measure;
 * nor are those that their own summary says are not. Runs asked a different number of times differ in how much chance is in them.
 */
export function listCautions(first: MarkedRun, second: MarkedRun): string[] {
  const notes = new Map([first, second].flatMap(({ judge, judgeNote }): [string, string][] => (judge === null || judgeNote === null ? [] : [[judge, judgeNote]])));
  // a policy is never marked, so that nothing can be done where the other is
  const advice = [first, second].some(isPolicy) ? 'a baseline is never marked, and the reasons of its alerts count whole' : 'a difference may come from the marks alone; score both with the same --judge';
  return [
    ...(first.judge === second.judge ? [] : [`A was marked by ${first.judge ?? 'no judge'}, B by ${second.judge ?? 'no judge'}: ${advice}`]),
    ...(timesOf(first) === timesOf(second) ? [] : [`A was asked ${describeTimes(first)}, B ${describeTimes(second)}: means over more replies vary less, which the interval shows, and nothing else is changed by it`]),
    ...[...notes].map(([judge, note]) => `${judge}: ${note}`),
  ];
}

function timesOf({ repeats }: MarkedRun): number {
  return repeats?.times ?? 1;
}

function describeTimes(run: MarkedRun): string {
  return timesOf(run) === 1 ? 'once' : `${timesOf(run)} times`;
}

function isPolicy({ model }: MarkedRun): boolean {
  return model?.startsWith('baseline:') === true;
}
