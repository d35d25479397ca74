import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';

/** `compare`: two runs over the same items. */
export function addCompareCommand(program: Command, context: CommandContext): void {
  program
    .command('compare')
    .summary('say how far two runs differ, and whether that can be told')
    .description('Pairs the items that both runs have a score for and gives the mean of RUN_B minus RUN_A with its 95 % interval over cases: overall, by temporal mode and by data set. Says where two runs cannot be told apart.')
    .argument('<run_a>', 'folder of a run, or of scored predictions')
    .argument('<run_b>', 'folder of another over the same items')
    .option('--json', 'print one JSON document on standard output')
    .action(async (first: string, second: string, { json = false }: { json?: boolean }) => {
      const { compareRunFolders } = await import('../compose-compare.js');
      const { describeComparison } = await import('../describe-comparison.js');
      const comparison = await compareRunFolders(first, second);
      context.print(json ? `${JSON.stringify(comparison, null, 2)}\n` : describeComparison(comparison));
    });
}
