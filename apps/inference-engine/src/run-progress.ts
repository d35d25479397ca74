import type { RunEvent } from '@medstream/evaluation';
import { SingleBar } from 'cli-progress';

/** Shows events of a run on standard error. */
export interface RunProgress {
  show(event: RunEvent): void;
  /** Leaves the line of a bar. */
  stop(): void;
}

export interface ProgressOptions {
  isTerminal: boolean;
  print: (text: string) => void;
  /** Milliseconds; only to space the lines. */
  now: () => number;
}

/** Plain lines are this far apart. */
const LINE_EVERY_MS = 5_000;

/** A bar on a terminal, a line now and then elsewhere. */
export function createRunProgress(options: ProgressOptions): RunProgress {
  return options.isTerminal ? createBar() : createLines(options);
}

function createBar(): RunProgress {
  const bar = new SingleBar({ format: '{bar} {value} of {total} calls · {decoded} recordings read · {counts}', hideCursor: true, stream: process.stderr });
  const tally = createTally();
  return {
    show(event) {
      tally.take(event);
      if (event.kind === 'planned') bar.start(event.jobs, event.jobs - event.pending, tally.payload());
      else bar.update(tally.finished(), tally.payload());
    },
    stop: () => bar.stop(),
  };
}

function createLines({ print, now }: ProgressOptions): RunProgress {
  const tally = createTally();
  let shownAtMs = now();
  return {
    show(event) {
      tally.take(event);
      if (event.kind === 'planned') print(`${event.jobs} calls planned, ${event.pending} to do\n`);
      if (event.kind === 'decoded' && event.failed > 0) print(`${event.mediaPath}: no frames for ${event.failed} of ${event.jobs} calls\n`);
      const isDue = event.kind === 'answered' && now() - shownAtMs >= LINE_EVERY_MS;
      if (!isDue && event.kind !== 'done') return;
      shownAtMs = now();
      print(`${tally.finished()} of ${tally.total()} calls done (${tally.payload().counts})\n`);
    },
    stop: () => undefined,
  };
}

function createTally() {
  let [total, finished, decoded] = [0, 0, 0];
  const counts = new Map<string, number>();
  return {
    take(event: RunEvent): void {
      if (event.kind === 'planned') [total, finished] = [event.jobs, event.jobs - event.pending];
      if (event.kind === 'decoded') decoded += 1;
      if (event.kind !== 'answered') return;
      finished += 1;
      counts.set(event.status, (counts.get(event.status) ?? 0) + 1);
    },
    total: () => total,
    finished: () => finished,
    payload: () => ({ decoded, counts: [...counts].map(([status, count]) => `${status} ${count}`).join(', ') || 'nothing asked yet' }),
  };
}
