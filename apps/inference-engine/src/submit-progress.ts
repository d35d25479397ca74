import type { RunStatus } from '@medstream/evaluation';
import { SingleBar } from 'cli-progress';

import type { ProgressOptions } from './run-progress.js';

/** Shows how a requested run stands. */
export interface SubmitProgress {
  /** Null while no service answers, or none knows the run yet. */
  show(status: RunStatus | null): void;
  stop(): void;
}

/** Plain lines are at least this far apart. */
const LINE_EVERY_MS = 2_000;

/** A bar on a terminal, a line for each change elsewhere. */
export function createSubmitProgress(options: ProgressOptions): SubmitProgress {
  const showLine = createLines(options);
  if (!options.isTerminal) return { show: (status) => showLine(describe(status)), stop: () => undefined };
  const bar = new SingleBar({ format: '{bar} {value} of {total} calls · {counts}', hideCursor: true, stream: process.stderr });
  let isStarted = false;
  return {
    show(status) {
      if (status?.jobs === undefined || status.jobs === null) return isStarted ? undefined : showLine(describe(status));
      if (!isStarted) bar.start(status.jobs, status.done, { counts: describeCounts(status) });
      isStarted = true;
      bar.update(status.done, { counts: describeCounts(status) });
    },
    stop: () => bar.stop(),
  };
}

function createLines({ print, now }: ProgressOptions): (text: string) => void {
  let shown: { text: string; atMs: number } | null = null;
  return (text) => {
    if (shown !== null && (shown.text === text || now() - shown.atMs < LINE_EVERY_MS)) return;
    shown = { text, atMs: now() };
    print(`${text}\n`);
  };
}

function describe(status: RunStatus | null): string {
  if (status === null) return 'the request is stored; waiting for a service to take it up';
  if (status.jobs === null) return status.state === 'failed' ? 'the run failed' : 'the run is being planned';
  return `${status.done} of ${status.jobs} calls done (${describeCounts(status)})`;
}

function describeCounts({ statuses }: RunStatus): string {
  return Object.entries(statuses).filter(([, count]) => count > 0).map(([status, count]) => `${status} ${count}`).join(', ') || 'nothing answered yet';
}
