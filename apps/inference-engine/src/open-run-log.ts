import { appendFileSync } from 'node:fs';

import type { RunEvent } from '@medstream/evaluation';

/** Writes `run.log`: the times of day of a run, which stand in no other file. Losing a line of it costs nothing. */
export function openRunLog(file: string, now: () => Date): (event: RunEvent) => void {
  return (event) => {
    const text = describe(event);
    if (text === null) return;
    try {
      appendFileSync(file, `${now().toISOString()} ${text}\n`);
    } catch {
      // a full disk shows, with a code, where results are written
    }
  };
}

function describe(event: RunEvent): string | null {
  switch (event.kind) {
    case 'note':
      return event.text;
    case 'planned':
      return `planned: ${event.jobs} calls, ${event.pending} to do`;
    case 'decoded':
      return `decoded: ${event.mediaPath}, frames for ${event.jobs - event.failed} of ${event.jobs} calls`;
    case 'answered':
      return event.status === 'ok' ? null : `answered: ${event.jobId} ${event.status}`;
    case 'done':
      return `done: ${event.summary.jobs} calls${event.summary.incomplete ? ', incomplete' : ''}`;
  }
}
