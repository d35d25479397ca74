import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';

/** `report`: one page about one or more runs. */
export function addReportCommand(program: Command, context: CommandContext): void {
  program
    .command('report')
    .summary('write one page about one or more runs')
    .description('Writes one static HTML page with the figures of all named runs side by side. The page loads nothing; it can be read without its script, which sorts and filters tables. A file that ends in .csv, .md or .tex gets the main table alone.')
    .argument('<run...>', 'folders of runs, or of scored predictions')
    .requiredOption('--out <file>', 'the page to write, e.g. comparison.html, or a table ending in .csv, .md or .tex; a file that is there is replaced only if it is a report or ends so')
    .option('--thumbnails', 'show the last frame of each call beside its reply, from the frame store')
    .option('--cache <dir>', 'the frame store for --thumbnails; default as for run')
    .action(async (runs: string[], { out, thumbnails = false, cache }: { out: string; thumbnails?: boolean; cache?: string }) => {
      const { writeReport } = await import('../compose-report.js');
      const { composeThumbnails } = await import('../compose-thumbnails.js');
      await writeReport(runs, out, thumbnails ? composeThumbnails(cache ?? context.environment.cacheFolder) : undefined);
      context.print(`report ${out}\n`);
    });
}
