import type { Command } from 'commander';

import { parsePort } from '../command-options.js';
import type { CommandContext } from '../command-context.js';

/** `view`: a folder of runs in the browser, on this machine alone. */
export function addViewCommand(program: Command, context: CommandContext): void {
  program
    .command('view')
    .summary('show a folder of runs in the browser')
    .description('Serves the pages of the runs in DIR (or of DIR itself) on this machine alone, with an index. Ends with Ctrl-C.')
    .argument('<dir>', 'folder that holds run folders')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', parsePort, 0)
    .action(async (folder: string, { port }: { port: number }) => {
      const { serveRuns } = await import('../serve-runs.js');
      const server = await serveRuns(folder, port);
      context.print(`${server.address}\n`);
      context.printNote('Ctrl-C ends it\n');
      await new Promise<void>((resolve) => {
        if (context.signal.aborted) resolve();
        context.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await server.close();
    });
}
