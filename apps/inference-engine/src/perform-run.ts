import { join } from 'node:path';

import { exitCodeOfRun, RUN_FILES } from '@medstream/evaluation';
import { EngineError, isEngineError } from '@medstream/schema';

import type { CommandContext } from './command-context.js';
import { runEvaluation } from './compose-run.js';
import { describeSummary } from './describe-summary.js';
import { createRunProgress } from './run-progress.js';
import { resolveRunSettings, type RunFlags } from './run-settings.js';

export interface RunCommandFlags extends RunFlags {
  resume?: boolean;
  retryErrors?: boolean;
  config?: string;
  json?: boolean;
}

/** The `run` command from its flags to its last line. */
export async function performRun({ resume = false, retryErrors = false, config, json = false, ...flags }: RunCommandFlags, context: CommandContext): Promise<void> {
  if (retryErrors && !resume) throw new EngineError('usage/bad-argument', '--retry-errors asks again in a run that exists', { hint: 'add --resume' });
  const settings = await resolveRunSettings(flags, config);
  const progress = createRunProgress({ isTerminal: context.isTerminal, print: context.printNote, now: Date.now });
  const outcome = await runEvaluation({ ...settings, resume, retryErrors }, context, (event) => progress.show(event))
    .catch((error: unknown) => {
      throw addResumeHint(error);
    })
    .finally(() => progress.stop());
  const { summary, failures } = outcome;
  if (failures.length > 0) {
    context.printNote(`warning: ${failures.length} of ${summary.jobs} calls failed by no fault of the model (${countByCode(failures)}); the same command with --resume tries them again\n`);
  }
  context.setExitCode(exitCodeOfRun(outcome));
  if (json) context.print(`${JSON.stringify({ run: settings.out, incomplete: summary.incomplete, failures, summary }, null, 2)}\n`);
  else context.print(`${describeSummary(summary)}report ${join(settings.out, RUN_FILES.report)}\n`);
}

/** A run of which something is on the disk is taken up only with --resume. */
function addResumeHint(error: unknown): unknown {
  if (!isEngineError(error, 'store/disk-full')) return error;
  const { code, message, details, cause } = error;
  return new EngineError(code, message, { details, cause, hint: 'Free some space or raise the quota, then give the same command with --resume; nothing half-written was left.' });
}

function countByCode(failures: readonly { code: string }[]): string {
  const counts = new Map<string, number>();
  for (const { code } of failures) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${code} ${count}`).join(', ');
}
