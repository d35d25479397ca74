import type { RunEvent } from '@medstream/evaluation';
import type { RetryNotice } from '@medstream/models';
import { cleanLine } from '@medstream/schema';
import { SingleBar } from 'cli-progress';

import { formatDollars } from './describe-spent.js';

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
  const bar = new SingleBar({ format: '{bar} {value} of {total} calls · {decoded} recordings read · {counts}{left}{cost}', hideCursor: true, stream: process.stderr });
  const tally = createTally(options.now);
  // a line of its own above the bar, which is drawn again below it at the next step
  const printAbove = (text: string): void => options.print(`\r\u001b[K${text}`);
  return {
    show(event) {
      tally.take(event);
      if (event.kind === 'note') printAbove(`${cleanLine(event.text)}\n`);
      if (event.kind === 'planned') {
        options.print(describeEstimate(event));
        bar.start(event.jobs, event.jobs - event.pending, tally.payload());
      } else bar.update(tally.finished(), tally.payload());
    },
    showRetry: createRetryLines({ ...options, print: printAbove }),
    stop: () => bar.stop(),
  };
}

function createLines({ print, now }: ProgressOptions): RunProgress {
  const tally = createTally(now);
  let shownAtMs = now();
  return {
    show(event) {
      tally.take(event);
      if (event.kind === 'note') print(`${cleanLine(event.text)}\n`);
      if (event.kind === 'planned') print(`${event.jobs} calls planned, ${event.pending} to do\n${describeEstimate(event)}`);
      if (event.kind === 'decoded' && event.failed > 0) print(`${event.mediaPath}: no frames for ${event.failed} of ${event.jobs} calls\n`);
      const isDue = event.kind === 'answered' && now() - shownAtMs >= LINE_EVERY_MS;
      if (!isDue && event.kind !== 'done') return;
      shownAtMs = now();
      const { counts, left, cost } = tally.payload();
      print(`${tally.finished()} of ${tally.total()} calls done (${counts})${left}${cost}\n`);
    },
    showRetry: createRetryLines({ print, now }),
    stop: () => undefined,
  };
}

/** What the pending calls may take; nothing where none is pending or nothing is counted. */
function describeEstimate({ pending, estimate }: Extract<RunEvent, { kind: 'planned' }>): string {
  if (estimate === null || pending === 0) return '';
  return `they take at most about ${estimate.inputTokens} tokens and ${estimate.outputTokens} of replies; ${estimate.costUsd === null ? 'what that costs is not known' : `at most about ${formatDollars(estimate.costUsd)}`}\n`;
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

function createTally(now: () => number) {
  let [total, earlier, finished, decoded] = [0, 0, 0, 0];
  // replies that are kept from before say nothing about how long calls take
  let [asked, cached, beganMs] = [0, 0, now()];
  let costUsd: number | null = null;
  const counts = new Map<string, number>();
  const describeLeft = (): string => {
    if (asked === 0 || finished >= total) return '';
    const shareToAsk = asked / (asked + cached);
    return ` · about ${formatDuration(((now() - beganMs) / asked) * (total - finished) * shareToAsk)} left`;
  };
  return {
    take(event: RunEvent): void {
      if (event.kind === 'planned') {
        [total, earlier, beganMs] = [event.jobs, event.jobs - event.pending, now()];
        finished = earlier;
      }
      if (event.kind === 'decoded') decoded += 1;
      if (event.kind !== 'answered') return;
      finished += 1;
      if (event.isCached) cached += 1;
      else asked += 1;
      costUsd = event.spent?.costUsd ?? null;
      counts.set(event.status, (counts.get(event.status) ?? 0) + 1);
    },
    total: () => total,
    finished: () => finished,
    payload: () => ({
      decoded,
      // with those of earlier starts, so that the counts come to the calls that are done
      counts: [...(earlier > 0 ? [`earlier ${earlier}`] : []), ...(counts.size === 0 ? ['nothing asked yet'] : [...counts].map(([status, count]) => `${status} ${count}`))].join(', '),
      left: describeLeft(),
      cost: costUsd === null ? '' : ` · ${formatDollars(costUsd)}`,
    }),
  };
}

/** The two largest units of a duration. */
function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
