import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';
import type { ScoreFlags } from '../perform-score.js';

/** `score`: scores a run folder again, or predictions made elsewhere. */
export function addScoreCommand(program: Command, context: CommandContext): void {
  program
    .command('score')
    .summary('score a run again, or predictions made elsewhere')
    .description('Scores the predictions in RUN again, or those of a file made elsewhere: lines of {"sample_id", "round", "output"}, round only for streaming items. Writes scores.jsonl, summary.json and report.html.')
    .argument('[run]', 'folder of a finished run')
    .option('--data <path...>', 'benchmark files, or folders that hold some; with --predictions and --out')
    .option('--predictions <file>', 'predictions made elsewhere')
    .option('--out <dir>', 'folder for their scores: new, empty, or one that holds earlier scores of the same items, which are replaced')
    .option('--json', 'print one JSON document on standard output')
    .action(async (run: string | undefined, flags: ScoreFlags) => {
      const { performScore } = await import('../perform-score.js');
      await performScore(run, flags, context);
    });
}
