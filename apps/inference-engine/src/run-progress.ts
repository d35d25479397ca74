import type { RunEvent } from '@medstream/evaluation';
import type { RetryNotice } from '@medstream/models';
import { cleanLine } from '@medstream/schema';
import { SingleBar } from 'cli-progress';

/** Shows events of a run on standard error. */
export interface RunProgress {
  show(event: RunEvent): void;
  /** An attempt failed and is waited out; shown now and then, since many calls may wait at a time. */
  showRetry(notice: RetryNotice): void;
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
  return options.isTerminal ? createBar(options) : createLines(options);
}

function createBar(options: ProgressOptions): RunProgress {
  const bar = new SingleBar({ format: '{bar} {value} of {total} calls · {decoded} recordings read · {counts}', hideCursor: true, stream: process.stderr });
  const tally = createTally();
  return {
    show(event) {
      tally.take(event);
      if (event.kind === 'planned') bar.start(event.jobs, event.jobs - event.pending, tally.payload());
      else bar.update(tally.finished(), tally.payload());
    },
    // a line of its own above the bar, which is drawn again below it at the next step
    showRetry: createRetryLines({ ...options, print: (text) => options.print(`\r\u001b[K${text}`) }),
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
    showRetry: createRetryLines({ print, now }),
    stop: () => undefined,
  };
}

/** The first wait is told at once, then one now and then. */
function createRetryLines({ print, now }: Pick<ProgressOptions, 'print' | 'now'>): RunProgress['showRetry'] {
  let shownAtMs: number | null = null;
  return ({ error, attemptNumber, attempts, waitMs }) => {
    if (shownAtMs !== null && now() - shownAtMs < LINE_EVERY_MS) return;
    shownAtMs = now();
    print(`${cleanLine(error.message)}: attempt ${attemptNumber} of ${attempts}, waiting ${Math.round(waitMs / 100) / 10} s\n`);
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
