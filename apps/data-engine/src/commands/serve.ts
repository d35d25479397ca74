import type { Command } from 'commander';

import { parseCountFrom } from './parse-count.js';

/** The flags of `serve`, as commander names them. */
export interface ServeFlags {
  workers: number;
  initOnly?: boolean;
}

const DEFAULT_WORKERS = 2;

const NOTES = `
Takes build requests from NATS (deploy/events.md) and writes the same files as the command build. Any number of these
services share the work; they have to see the same folders. What is asked for and what is done lies on disk, in
.medstream/builds below the first root and in .work of each output folder, so nothing is lost with the broker.

From the environment:
  NATS_URL                        address of the broker; default nats://127.0.0.1:4222
  MEDSTREAM_ROOTS                 folders that paths of requests may lie in, : between them; relative paths are relative to
                                  the first; default the working folder
  MEDSTREAM_PREPARE_SLOTS, MEDSTREAM_CONSTRUCT_SLOTS, MEDSTREAM_VALIDATE_SLOTS
                                  videos in work at one time in one stage; default --workers, 0 leaves it to other services
  MEDSTREAM_HEALTH_PORT           /healthz and /readyz; default 8080, 0 for none
  MEDSTREAM_HEALTH_HOST           address they are answered on; default 0.0.0.0
  MEDSTREAM_ACK_WAIT_SEC          seconds after which the work of a silent worker is given to another; default 30
  MEDSTREAM_STOP_BUDGET_SEC       seconds a stopping service waits for work in hand; default 30
  MEDSTREAM_RECONCILE_SEC         seconds between two looks for work that the broker lost; default 30
  MEDSTREAM_REQUIRE_BROKER_FLOOR  1 refuses a nats-server older than production allows; default a warning

Exit codes: 0 stopped in order; 2 wrong configuration; 3 no broker, or one with unsafe streams; 130 stopped at once.`;

export function registerServeCommand(program: Command): void {
  program
    .command('serve')
    .summary('build benchmarks on request over NATS')
    .description('Runs the data engine as a service until Ctrl-C or SIGTERM; the log goes to standard error, one JSON object a line.')
    .option('--workers <n>', 'videos in work at one time in each stage', parseCountFrom(1), DEFAULT_WORKERS)
    .option('--init-only', 'make the streams and consumers, then end: for services without that right')
    .addHelpText('after', NOTES)
    .action(async (flags: ServeFlags) => {
      const { runServe } = await import('../compose-serve.js');
      await runServe(flags);
    });
}
