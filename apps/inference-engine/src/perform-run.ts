import { join } from 'node:path';

import { exitCodeOfRun, RUN_FILES } from '@medstream/evaluation';
import { EngineError, isEngineError } from '@medstream/schema';

import type { CommandContext } from './command-context.js';
import { runEvaluation } from './compose-run.js';
import { describeFolder } from './compose-run-folder.js';
import { describeRunFailures } from './describe-run-failures.js';
import { describeJudgeSpent, describeSpent, listJudgeSpent, listSpent } from './describe-spent.js';
import { describeSummary } from './describe-summary.js';
import { createJudgeProgress, describeJudging } from './judge-progress.js';
import { type JudgeFlags, resolveJudgeSettings } from './judge-settings.js';
import { createRunProgress } from './run-progress.js';
import { readRunConfig, resolveRunSettings, type RunFlags } from './run-settings.js';

export interface RunCommandFlags extends RunFlags, JudgeFlags {
  resume?: boolean;
  retryErrors?: boolean;
  askExported?: boolean;
  config?: string;
  json?: boolean;
}

/** The `run` command from its flags to its last line. */
export async function performRun({ resume = false, retryErrors = false, askExported = false, config, json = false, ...flags }: RunCommandFlags, context: CommandContext): Promise<void> {
  if (retryErrors && !resume) throw new EngineError('usage/bad-argument', '--retry-errors asks again in a run that exists', { hint: 'add --resume' });
  if (askExported && !resume) throw new EngineError('usage/bad-argument', '--ask-exported asks in a run that exists', { hint: 'add --resume' });
  const file = await readRunConfig(config);
  const settings = resolveRunSettings(flags, file);
  const judge = resolveJudgeSettings(flags, file);
  const progress = createRunProgress({ isTerminal: context.isTerminal, print: context.printNote, now: Date.now });
  const watcher = { ...progress, showJudged: createJudgeProgress({ print: context.printNote, now: Date.now }) };
  const outcome = await runEvaluation({ ...settings, judge, resume, retryErrors, asksExported: askExported }, context, watcher)
    .catch((error: unknown) => {
      throw addResumeHint(error);
    })
    .finally(() => progress.stop());
  const { summary, failures, spent } = outcome;
  if (failures.length > 0) context.printNote(await describeRunFailures(describeFolder(settings.out).readRecords(RUN_FILES.predictions), { calls: summary.jobs }));
  if (outcome.judging !== null) context.printNote(describeJudging(outcome.judging, { again: 'give the same command with --resume' }));
  context.setExitCode(exitCodeOfRun(outcome));
  if (json) context.print(`${JSON.stringify({ run: settings.out, incomplete: summary.incomplete, failures, usage: spent === null ? null : listSpent(spent), ...listJudgeSpent(outcome.judging), summary }, null, 2)}\n`);
  else context.print(`${describeSummary(summary)}${spent === null ? '' : `${'spent'.padEnd(36)}${describeSpent(spent)}`}${describeJudgeSpent(outcome.judging)}report ${join(settings.out, RUN_FILES.report)}\n`);
}

/** A run of which something is on the disk is taken up only with --resume. */
function addResumeHint(error: unknown): unknown {
  if (!isEngineError(error, 'store/disk-full')) return error;
  const { code, message, details, cause } = error;
  return new EngineError(code, message, { details, cause, hint: 'Free some space or raise the quota, then give the same command with --resume; nothing half-written was left.' });
}
