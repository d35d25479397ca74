import type { PresenceTrack } from '@medstream/schema';

type Samples = PresenceTrack['samples'];

/** What one row says of [startMicros, endMicros); labels of null mean unknown. */
export interface PresenceRow {
  startMicros: number;
  endMicros: number;
  labels: string[] | null;
}

/**
 * Turns one row a frame into few samples that say the same: each holds for `holdMicros` or until the next, whichever comes
 * first, so a sample is needed only where the labels change, where rows are missing, and once every `holdMicros` between.
 *
 * ```
 * rows     A A A A B B B . . B      one each 0.25 s, hold 1 s
 * samples  A       B     ?   B?     ? = null: unknown
 * ```
 */
export function createSampleThinner(holdMicros: number): { add: (row: PresenceRow) => void; finish: () => Samples } {
  const samples: Samples = [];
  let covered: PresenceRow | null = null;
  /** What the last sample says ends where its hold or its rows end; null closes it where its hold would reach too far. */
  const close = (): void => {
    const last = samples.at(-1);
    if (last && covered && last.atMicros + holdMicros > covered.endMicros) samples.push({ atMicros: covered.endMicros, labels: null });
  };
  const add = (row: PresenceRow): void => {
    const last = samples.at(-1);
    const isNext = covered !== null && covered.endMicros === row.startMicros;
    if (covered !== null && !isNext) close();
    const isHeld = isNext && last !== undefined && row.endMicros <= last.atMicros + holdMicros && isSame(last.labels, row.labels);
    if (!isHeld) samples.push({ atMicros: row.startMicros, labels: row.labels });
    covered = row;
  };
  return {
    add,
    finish: () => {
      close();
      covered = null;
      return samples;
    },
  };
}

function isSame(left: readonly string[] | null, right: readonly string[] | null): boolean {
  if (left === null || right === null) return left === right;
  return left.length === right.length && left.every((label, index) => label === right[index]);
}
