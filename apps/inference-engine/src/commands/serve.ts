import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';
import { parsePositiveInteger } from '../command-options.js';
import type { ServeFlags } from '../perform-serve.js';
import { SERVICE_HELP } from './service-help.js';

/** `serve`: the engine as a service over NATS. */
export function addServeCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .summary('answer requests that come over NATS')
    .description('Runs the engine as a service over NATS JetStream until SIGTERM or Ctrl-C, which let it finish what is in hand. Makes its streams at start and refuses unsafe ones.')
    .option('--on-materialised <file>', 'start runs over every finished benchmark: YAML or JSON with models, media_root, out and, if answers are to be judged, judge')
    .option('--init-only', 'make the streams and consumers, then end')
    .option('--concurrency <n>', 'jobs at a time (default: MEDSTREAM_INFER_SLOTS, else 4)', parsePositiveInteger)
    .option('--no-canary', 'do not show a model three plain pictures before the first question of a run')
    .option('--allow-upload <dataset...>', 'let pictures of this data set go to a server that is not on this machine; manifests record it')
    .addHelpText('after', SERVICE_HELP)
    .action(async (flags: ServeFlags) => {
      const { performServe } = await import('../perform-serve.js');
      await performServe(flags, context);
    });
}
