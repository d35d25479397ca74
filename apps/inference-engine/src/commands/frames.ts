import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';
import { parsePeriod, parseTime } from '../command-options.js';

interface FramesFlags {
  media: string;
  from: number;
  to: number;
  period?: number;
  out?: string;
  json?: boolean;
}

/** `frames`: the ledger of one window, as a model would get it. */
export function addFramesCommand(program: Command, context: CommandContext): void {
  program
    .command('frames')
    .summary('show which frames one window gives')
    .description('Shows which frames a model is given for one window of a video, image or folder of numbered images: requested time, time of the frame on display, hash. Times are seconds from the first displayed frame; for a folder they are frame numbers.')
    .requiredOption('--media <file>', 'a video or image, or a folder of numbered images')
    .requiredOption('--from <s>', 'start of the window', parseTime)
    .requiredOption('--to <s>', 'end of the window, included', parseTime)
    .option('--period <s>', 'distance of two frames (default: 2; for a folder 1 frame)', parsePeriod)
    .option('--out <dir>', 'write the pictures into this folder')
    .option('--json', 'print one JSON document on standard output')
    .action(async (flags: FramesFlags) => {
      const { listFrames } = await import('../compose-frames.js');
      const document = await listFrames(flags, context);
      if (flags.json === true) return context.print(`${JSON.stringify(document, null, 2)}\n`);
      for (const { requested, pts, sha256, width, height, file, note } of document.frames) {
        context.print(`${[requested, pts, `${width}x${height}`, sha256, file, note].filter((part) => part !== undefined).join('  ')}\n`);
      }
    });
}
