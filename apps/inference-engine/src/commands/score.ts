import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';
import { parseDollars } from '../command-options.js';
import { addJudgeOptions } from '../judge-options.js';
import type { ScoreFlags } from '../perform-score.js';

/** `score`: scores a run folder again, or predictions made elsewhere. */
export function addScoreCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('score')
    .summary('score a run again, or predictions made elsewhere')
    .description('Scores the predictions in RUN again, or those of a file made elsewhere: lines of {"sample_id", "round", "output"}, round only for streaming items. Writes scores.jsonl, summary.json and report.html. With --judge, answers that need one are judged first: each verdict is kept in judgements.jsonl and never asked for twice, and the same command goes on where it was stopped. Without --judge the verdicts that RUN holds stand.')
    .argument('[run]', 'folder of a finished run')
    .option('--data <path...>', 'benchmark files, or folders that hold some; with --predictions and --out')
    .option('--predictions <file>', 'predictions made elsewhere')
    .option('--out <dir>', 'folder for their scores: new, empty, or one that holds earlier scores of the same items, which are replaced')
    .option('--human-scores <file>', 'marks of people, lines of {"sample_id", "round", "correctness", "evidence_grounding", "safety"}: the summary says how far the judge agrees with them');
  addJudgeOptions(command)
    .option('--retry-errors', 'with --judge: also ask again where the judge\'s reply could not be read')
    .option('--max-cost <usd>', 'stop before the judge, its earlier verdicts in the folder included, costs more US dollars; needs a known price', parseDollars)
    .option('--cache <dir>', 'frames and verdicts by hash; default MEDSTREAM_CACHE, else the user\'s cache folder')
    .option('--allow-upload <dataset...>', 'with --judge-frames: let pictures of this data set go to a judge that is not on this machine; the manifest records it')
    .option('--json', 'print one JSON document on standard output')
    .action(async (run: string | undefined, flags: ScoreFlags) => {
      const { performScore } = await import('../perform-score.js');
      await performScore(run, flags, context);
    });
}
