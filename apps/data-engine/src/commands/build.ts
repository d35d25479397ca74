import type { Command } from 'commander';

import { parseCountFrom } from './parse-count.js';

/** The flags of `build`, as commander names them. */
export interface BuildFlags {
  source?: string;
  root?: string;
  out: string;
  mediaRoot?: string;
  config?: string;
  seed?: number;
  limit?: number;
  workers?: number;
  allowMissingMedia?: boolean;
  json?: boolean;
}

const NOTES = `
An interrupted build goes on when the same command is given again. A finished build is built again in place: with the
same inputs the files come out the same, byte for byte; with other inputs they replace the earlier ones, and files of
data sets that are no longer built are removed. Files in DIR that no build made are left alone; a folder that holds
only such files is refused.

Exit codes: 0 done; 1 some video could not be read (the others are built; the finished work is kept so that after
mending only that video is built); 2 wrong usage; 3 the machine lacks something; 130 interrupted.`;

export function registerBuildCommand(program: Command): void {
  program
    .command('build')
    .summary('build a benchmark from native data sets')
    .description('Builds benchmark files from one data set (--source and --root), or from several that a file lists (--config).')
    .option('--source <id>', 'data set, by a name of medstream-data sources, or a YAML file that describes one')
    .option('--root <dir>', 'folder of its label files')
    .requiredOption('--out <dir>', 'folder of the benchmark')
    .option('--media-root <dir>', 'folder of its media (default: the root)')
    .option('--config <file>', 'YAML file with options and sources; flags win over it')
    .option('--seed <n>', 'every choice left to chance follows from it (default: 1)', parseCountFrom(Number.MIN_SAFE_INTEGER))
    .option('--limit <videos>', 'only the first so many videos by data set and name', parseCountFrom(1))
    .option('--workers <n>', 'threads that work on videos, while one video more is read (default: 1)', parseCountFrom(1))
    .option('--allow-missing-media', 'build from labels alone where a media file is not there')
    .option('--json', 'print what was built as one JSON document')
    .addHelpText('after', NOTES)
    .action(async (flags: BuildFlags) => {
      const { runBuild } = await import('../compose-build.js');
      process.exitCode = await runBuild(flags);
    });
}
