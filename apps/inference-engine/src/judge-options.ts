import type { Command } from 'commander';

import { parsePositiveInteger, parsePrice } from './command-options.js';

/** Adds what `run` and `score` have in common about a judge. */
export function addJudgeOptions(command: Command): Command {
  return command
    .option('--judge <provider:name>', 'model that marks open answers and reads closed ones that no rule can read; or lexical, by shared words, for trials (not comparable)')
    .option('--judge-base-url <url>', 'address of the judge\'s server; its key is MEDSTREAM_JUDGE_API_KEY (default: MEDSTREAM_JUDGE_BASE_URL, else as for --model of that provider)')
    .option('--judge-frames', 'show the judge the frames that the answerer saw; the terms of upload hold')
    .option('--judge-concurrency <n>', 'questions to the judge at a time at most (default: 4)', parsePositiveInteger)
    .option('--judge-repeats <n>', 'verdicts on each answer, to see how much they move; the first scores (default: 1)', parsePositiveInteger)
    .option('--judge-price <input,output>', 'US dollars for a million tokens of the judge, such as 1.25,10, in place of the list price; --max-cost needs to know it but for a server of this machine', parsePrice)
    .option('--allow-self-judge', 'let the tested model be its own judge; the manifest records it');
}
