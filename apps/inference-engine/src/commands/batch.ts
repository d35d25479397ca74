import type { Command } from 'commander';

import type { CommandContext } from '../command-context.js';
import { parseInteger, parsePositiveInteger } from '../command-options.js';
import type { BatchExportFlags, BatchImportFlags } from '../perform-batch.js';

/** `batch`: lets a vendor answer a run as a batch of files. */
export function addBatchCommand(program: Command, context: CommandContext): void {
  const batch = program
    .command('batch')
    .summary('write the calls of a run as batch files, and read the replies')
    .description('Asks by batch files of OpenAI\'s form instead of call by call: export writes the requests, a vendor (or `vllm run-batch`) answers them, import records the replies, and `run --resume` asks what is left, scores and writes the page.');
  batch
    .command('export')
    .summary('write what a run has still to ask')
    .description(
      'Plans a run in RUN, or takes up the one that it holds, and writes each call without a final reply as a line of FILE: the very request that `run` would send, named by its job, pictures as data URLs. ' +
        'Each round of a streaming item is a call of its own that needs no earlier reply, so all rounds are in it. Pictures leave the machine with the file: the terms of upload hold as for `run`. ' +
        'Calls of an earlier export that are not imported yet are left out, and how many is told; --again exports them, too.',
    )
    .argument('<run>', 'folder of the run')
    .requiredOption('--out <file>', 'file of requests, new; further ones are named FILE.2, FILE.3, … before the extension')
    .option('--data <path...>', 'benchmark files, or folders that hold some')
    .option('--media-root <dir>', 'folder below which the media lie')
    .option('--model <provider:name>', 'a model of the provider openai')
    .option('--base-url <url>', 'address of the model server; default OPENAI_BASE_URL')
    .option('--limit <n>', 'only the first N items by sample_id', parsePositiveInteger)
    .option('--filter <key=value...>', 'only items whose field has this value; several must all hold')
    .option('--repeats <n>', 'times that each question is asked; an item is worth the mean over them (default: 1)', parsePositiveInteger)
    .option('--max-frames <n>', 'cap on the frames of a call, thinned evenly; off protocol', parsePositiveInteger)
    .option('--max-bytes <size>', 'cap on one file, such as 100MB (default: 190MB)')
    .option('--max-requests <n>', 'cap on the requests of one file (default: 50000)', parsePositiveInteger)
    .option('--again', 'also export calls of an earlier export that are not imported; they may be paid for twice')
    .option('--cache <dir>', 'frames and replies by hash; default MEDSTREAM_CACHE, else the user\'s cache folder')
    .option('--cache-size <size>', 'cap on the stored frames, such as 20GB')
    .option('--seed <n>', 'of intervals (default: 1)', parseInteger)
    .option('--config <file>', 'YAML with the settings of a run; flags win')
    .option('--allow-upload <dataset...>', 'let pictures of this data set go to a server that is not on this machine; the manifest records it')
    .option('--json', 'print one JSON document on standard output')
    .action(async (run: string, flags: BatchExportFlags) => {
      const { performBatchExport } = await import('../perform-batch.js');
      await performBatchExport(run, flags, context);
    });
  batch
    .command('import')
    .summary('record the replies of a batch')
    .description(
      'Reads files of replies and of errors as the vendor wrote them, in any order, and records each reply once, as if it had just been asked for. The first line of a call that holds a final reply counts, and a call with a final reply keeps it; what a line says of a quota ends nothing. ' +
        'Lines that name no call, an answered call again or other pictures, or cannot be read are told, and end with 1, as do requests that failed; `run --resume` asks those again. It is refused while exported calls had no line.',
    )
    .argument('<run>', 'folder that the batch was exported from')
    .argument('<file...>', 'files of replies and of errors')
    .option('--base-url <url>', 'address that the run is asked at, under which replies are kept in the cache; default OPENAI_BASE_URL')
    .option('--cache <dir>', 'replies by hash; default MEDSTREAM_CACHE, else the user\'s cache folder')
    .option('--json', 'print one JSON document on standard output')
    .action(async (run: string, files: string[], flags: BatchImportFlags) => {
      const { performBatchImport } = await import('../perform-batch.js');
      await performBatchImport(run, files, flags, context);
    });
}
