import { ERROR_CLASSES, type ErrorCode, type ExitCode, exitCodeOf } from '@medstream/schema';

import type { RunOutcome } from './execute-run.js';

/**
 * What a run that came to its end exits with: 70 when the prefix guard had to stop a frame (a defect); 3 when nothing at
 * all could be asked because the machine lacks something (every job failed so: no media, no answering server); 1 when any
 * job failed by our fault, or the judge gave no reply to an answer; else 0.
 */
export function exitCodeOfRun({ summary, failures, judging }: Pick<RunOutcome, 'summary' | 'failures' | 'judging'>): ExitCode {
  if (summary.leak_audit.violations > 0) return exitCodeOf('media/future-frame');
  if (failures.length === 0) return (judging?.noReply ?? 0) > 0 ? 1 : 0;
  const codes = failures.map(({ code }) => (isErrorCode(code) ? exitCodeOf(code) : null));
  if (codes.includes(70)) return 70;
  const isLackOnly = failures.length === summary.jobs && codes.every((code) => code === 3);
  return isLackOnly ? 3 : 1;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CLASSES, code);
}
