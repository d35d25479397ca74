import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';
import { parsePositiveInteger, parsePrice } from '../command-options.js';
import type { JudgeFlags } from '../judge-settings.js';

interface PlanFlags extends Pick<JudgeFlags, 'judge' | 'judgeBaseUrl' | 'judgeFrames' | 'judgeRepeats' | 'judgePrice'> {
  data?: string[];
  mediaRoot?: string;
  model?: string;
  baseUrl?: string;
  limit?: number;
  filter?: string[];
  maxFrames?: number;
  repeats?: number;
  config?: string;
  show?: number;
  json?: boolean;
}

/** `plan`: what a run would ask, without asking. */
export function addPlanCommand(program: Command, context: CommandContext): void {
  program
    .command('plan')
    .summary('count what a run would ask and cost, and show prompts')
    .description('Counts items, calls, frames, tokens and cost of a run and shows prompts as they would be sent. Asks no model and decodes nothing. Tokens and cost are bounds, since every reply may be as long as allowed; a price that is not known is said to be so.')
    .option('--data <path...>', 'benchmark files, or folders that hold some')
    .option('--media-root <dir>', 'also count the media files that are missing below this folder')
    .option('--model <provider:name>', 'the model to plan for; baselines look at no frames')
    .option('--base-url <url>', 'address of the model server, where it is not the vendor\'s: there no price is known')
    .option('--limit <n>', 'only the first N items by sample_id', parsePositiveInteger)
    .option('--filter <key=value...>', 'only items whose field has this value; several must all hold')
    .option('--max-frames <n>', 'cap on the frames of a call, thinned evenly; off protocol', parsePositiveInteger)
    .option('--repeats <n>', 'times that each question is asked (default: 1)', parsePositiveInteger)
    .option('--judge <provider:name>', 'also bound what this judge may be asked; lexical asks nobody')
    .option('--judge-base-url <url>', 'address of the judge\'s server, where it is not the vendor\'s: there no price is known')
    .option('--judge-frames', 'the judge is shown the frames, too')
    .option('--judge-repeats <n>', 'verdicts on each answer (default: 1)', parsePositiveInteger)
    .option('--judge-price <input,output>', 'US dollars for a million tokens of the judge, in place of the list price', parsePrice)
    .option('--config <file>', 'the YAML file of the run, which may state a price; flags win')
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
