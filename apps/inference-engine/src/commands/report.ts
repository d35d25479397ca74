import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';

/** `report`: one page about one or more runs. */
export function addReportCommand(program: Command, context: CommandContext): void {
  program
    .command('report')
    .summary('write one page about one or more runs')
    .description('Writes one static HTML page with the figures of all named runs side by side. The page loads nothing and runs no script.')
    .argument('<run...>', 'folders of runs, or of scored predictions')
    .requiredOption('--out <file>', 'the page to write, e.g. comparison.html; a file that is there is replaced only if it is a report or ends in .html')
    .action(async (runs: string[], { out }: { out: string }) => {
      const { writeReport } = await import('../compose-report.js');
      await writeReport(runs, out);
      context.print(`report ${out}\n`);
    });
}
