import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';
import { parseDollars, parsePositiveInteger, parsePrice } from '../command-options.js';
import type { SubmitFlags } from '../perform-submit.js';

/** `submit`: asks the services for a run and follows it. */
export function addSubmitCommand(program: Command, context: CommandContext): void {
  program
    .command('submit')
    .summary('ask the services for a run and follow it to its end')
    .description(
      'Publishes a request for a run at NATS_URL and follows it to its end. Paths are those of the services: absolute inside one of their MEDSTREAM_ROOTS, or relative to the first. ' +
        'Ctrl-C stops following, not the run. Ends with 0 for a complete run, 1 where calls failed by our fault, else with the code of the failure.',
    )
    .requiredOption('--data <path...>', 'benchmark files, or folders that hold some')
    .requiredOption('--media-root <dir>', 'folder below which the media lie')
    .requiredOption('--model <provider:name>', 'see `medstream-eval models`')
    .requiredOption('--out <run>', 'folder of the run')
    .option('--base-url <url>', 'address of the model server, as the services reach it')
    .option('--judge <provider:name>', 'model that marks open answers, with address and key of the services\' environment; or lexical')
    .option('--max-cost <usd>', 'most that the model and its judge may cost, over all workers: the run ends before a call that could pass it', parseDollars)
    .option('--price <input,output>', 'US dollars for a million tokens of the model, such as 1.25,10, in place of the list price', parsePrice)
    .option('--judge-price <input,output>', 'the same of the judge', parsePrice)
    .option('--limit <n>', 'only the first N items by sample_id', parsePositiveInteger)
    .option('--repeats <n>', 'times that each question is asked; an item is worth the mean over them (default: 1)', parsePositiveInteger)
    .option('--run-id <id>', 'name of the run (default: derived from the request, so that the same request follows the same run)')
    .option('--detach', 'only publish the request')
    .option('--json', 'print one JSON document on standard output')
    .action(async (flags: SubmitFlags) => {
      const { performSubmit } = await import('../perform-submit.js');
      await performSubmit(flags, context);
    });
}
