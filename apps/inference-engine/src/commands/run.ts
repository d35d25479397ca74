import { type Command, Option } from 'commander';

import type { CommandContext } from '../command-context.js';
import { parseDollars, parseInteger, parsePositiveInteger } from '../command-options.js';
import { addJudgeOptions } from '../judge-options.js';
import type { RunCommandFlags } from '../perform-run.js';

const CONFIG_HELP = `
The file of --config may also hold:
  requests_per_minute, tokens_per_minute   what may be begun in any minute (default: as the preset says, else no limit)
  timeout_sec       longest time of one attempt (default: 300)
  max_wait_sec      the run stops, resumable, when the server answers no call for so long (default: 1800)
  retry_wait_sec    wait after a first failed attempt; each further one is twice as long (default: 1)
  price             {input, output}: US dollars for a million tokens, in place of the list price
  judge_price       the same of the judge`;

/** `run`: asks a model every question of a benchmark, scores the replies and writes the page. */
export function addRunCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('run')
    .summary('ask a model every question, score the replies, write the page')
    .description('Asks a model every question with only the frames of its evidence window, scores the replies and writes the page into RUN. A run that was stopped at any moment is finished by the same command with --resume.')
    .option('--data <path...>', 'benchmark files, or folders that hold some')
    .option('--media-root <dir>', 'folder below which the media lie; baselines need none')
    .option('--model <provider:name>', 'see `medstream-eval models`')
    .option('--base-url <url>', 'address of the model server; default OPENAI_BASE_URL for openai')
    .option('--out <run>', 'folder of the run, empty or new without --resume')
    .option('--resume', 'take up the run in RUN: only calls without a final reply are made')
    .option('--retry-errors', 'with --resume: also ask again where the model refused, was blocked, sent nothing or broke off; noted as off protocol')
    .option('--ask-exported', 'with --resume: also ask calls that `batch export` wrote and whose replies are not imported; they may be paid for twice')
    .option('--limit <n>', 'only the first N items by sample_id', parsePositiveInteger)
    .option('--filter <key=value...>', 'only items whose field has this value; several must all hold')
    .option('--concurrency <n>', 'calls at a time at most; fewer while the server is overloaded (default: 4)', parsePositiveInteger)
    .option('--repeats <n>', 'times that each question is asked; an item is worth the mean over them (default: 1)', parsePositiveInteger)
    .option('--max-cost <usd>', 'stop before the run with its judge, earlier starts included, costs more US dollars; needs known prices (or price in a file of --config)', parseDollars)
    .option('--no-canary', 'do not show the model three plain pictures before the first question')
    .option('--max-frames <n>', 'cap on the frames of a call, thinned evenly; off protocol', parsePositiveInteger)
    .option('--cache <dir>', 'frames and replies by hash; default MEDSTREAM_CACHE, else the user\'s cache folder')
    .option('--cache-size <size>', 'cap on the stored frames, such as 20GB; the least recently used go first, none used within the hour (default: MEDSTREAM_CACHE_SIZE, else 20GB)')
    .option('--seed <n>', 'of intervals and of baseline:random (default: 1)', parseInteger)
    .addOption(new Option('--allow-upload <dataset...>', 'let pictures of this data set go to a server that is not on this machine; the manifest records it'));
  addJudgeOptions(command)
    .option('--config <file>', 'YAML with any of the settings above, `_` for `-`; flags win')
    .option('--json', 'print one JSON document on standard output')
    .addHelpText('after', CONFIG_HELP)
    .action(async (flags: RunCommandFlags) => {
      const { performRun } = await import('../perform-run.js');
      await performRun(flags, context);
    });
}
