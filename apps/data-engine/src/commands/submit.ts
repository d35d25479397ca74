import type { Command } from 'commander';

import { parseCountFrom } from './parse-count.js';

/** The flags of `submit`, as commander names them. */
export interface SubmitFlags {
  id: string;
  out: string;
  source?: string;
  root?: string;
  mediaRoot?: string;
  config?: string;
  seed?: number;
  limit?: number;
  allowMissingMedia?: boolean;
  json?: boolean;
}

const NOTES = `
Paths are the service's, not yours: relative to the first folder of its MEDSTREAM_ROOTS, or absolute inside one of them.
The same id with the same flags is the same build: it is followed, or its end told again. Ctrl-C only stops following.

NATS_URL says where the broker is (default nats://127.0.0.1:4222). Exit codes: those of build, by how the build ended;
3 no broker; 130 no longer followed.`;

export function registerSubmitCommand(program: Command): void {
  program
    .command('submit')
    .summary('ask a running service for a build and follow it')
    .description('Publishes a build request over NATS and shows how far the build is, to its end.')
    .requiredOption('--id <id>', 'your name for the build: letters, digits, dots, dashes, underscores')
    .requiredOption('--out <dir>', 'folder of the benchmark')
    .option('--source <id>', 'data set, by a name of medstream-data sources, or a YAML file that describes one')
    .option('--root <dir>', 'folder of its label files')
    .option('--media-root <dir>', 'folder of its media (default: the root)')
    .option('--config <file>', 'YAML file with options and sources; flags win over it')
    .option('--seed <n>', 'every choice left to chance follows from it (default: 1)', parseCountFrom(Number.MIN_SAFE_INTEGER))
    .option('--limit <videos>', 'only the first so many videos by data set and name', parseCountFrom(1))
    .option('--allow-missing-media', 'build from labels alone where a media file is not there')
    .option('--json', 'print how the build ended as one JSON document')
    .addHelpText('after', NOTES)
    .action(async (flags: SubmitFlags) => {
      const { runSubmit } = await import('../compose-submit.js');
      process.exitCode = await runSubmit(flags);
    });
}
