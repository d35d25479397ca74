import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';
import { parsePositiveInteger } from '../command-options.js';

interface PlanFlags {
  data: string[];
  mediaRoot?: string;
  model?: string;
  show?: number;
  json?: boolean;
}

/** `plan`: what a run would ask, without asking. */
export function addPlanCommand(program: Command, context: CommandContext): void {
  program
    .command('plan')
    .summary('count what a run would ask, and show prompts')
    .description('Counts items, calls and frames of a benchmark and shows prompts as they would be sent. Asks no model and decodes nothing.')
    .requiredOption('--data <path...>', 'benchmark files, or folders that hold some')
    .option('--media-root <dir>', 'also count the media files that are missing below this folder')
    .option('--model <provider:name>', 'the model to plan for; baselines look at no frames')
    .option('--show <n>', 'show the first N prompts', parsePositiveInteger)
    .option('--json', 'print one JSON document on standard output')
    .action(async (flags: PlanFlags) => {
      const { describePlan, planEvaluation } = await import('../compose-plan.js');
      const { printTemporalWarnings } = await import('../load-items.js');
      const plan = await planEvaluation(flags, context);
      printTemporalWarnings(plan.findings, context.printNote);
      context.print(flags.json === true ? `${JSON.stringify(plan, null, 2)}\n` : describePlan(plan));
    });
}
