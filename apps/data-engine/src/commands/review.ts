import { type Command, InvalidArgumentError, Option } from 'commander';

import { parseCountFrom } from './parse-count.js';

interface ExportFlags {
  data: string[];
  mediaRoot: string;
  out: string;
  items: number;
  raters: number;
  seed: number;
  filter: Record<string, string>;
  maxFrames: number;
  frameSize: number;
  json?: boolean;
}

interface ImportFlags {
  key: string;
  answers: string[];
  data: string[];
  out: string;
  json?: boolean;
}

const EXPORT_NOTES = `
DIR/for-raters is what raters get: review.html, one file that works without a network, and sheet.csv, the same questions as a
table to fill in. DIR/key.json says which item each number is and what its answer is: keep it, it is needed for import.

The sample is drawn by data set, temporal mode and type of question, in proportion and at least one of each. Raters do not see
the item's answer, id, data set or source: they answer themselves. Closed items offer their choices, open ones their reference
among references of other items of the kind, proactive ones silence or alert; "cannot be told" always stands beside them. A
streaming item is asked about in one of its rounds. Pictures are those of the evidence window alone, thinned to --max-frames.

The form holds pictures of the videos: the terms of the data sets say who may get it.

Exit codes: 0 done, items that could not be asked or shown included (they are counted); 1 an item cannot be read; 2 wrong usage;
3 the machine lacks ffmpeg, or media are there for no item.`;

const IMPORT_NOTES = `
Answers are the files that the form saved, or sheet.csv filled in: one for each rater. OUT gets the files of --data with
the outcome in the field quality {review, raters, agreement} of the items that every rater answered, and review.json with the
shares of items whose answer both, one and neither of two raters gave, Cohen's kappa (two raters), Krippendorff's alpha, all
with 95 % intervals over cases, by mode, data set, type of question, label source and stratum, and the items that no rater
supports. The files of --data stay as they are.

Exit codes: 0 done; 1 a file or answer cannot be read; 2 wrong usage: answers to another sheet, a missing rater, other items.`;

/** `review export` and `review import`: a check by people. */
export function registerReviewCommand(program: Command): void {
  const review = program.command('review').summary('have people check a sample of items').description('Has people check a sample: export writes a blinded sheet, import reads what they said.');
  registerExport(review);
  registerImport(review);
}

function registerExport(review: Command): void {
  review
    .command('export')
    .summary('write a blinded sheet for raters')
    .description('Draws a sample of items by data set, temporal mode and type of question and writes a blinded sheet: an offline form with the pictures, a table, and the key apart.')
    .requiredOption('--data <path...>', 'files of items, or folders with some (not their subfolders)')
    .requiredOption('--media-root <dir>', 'folder that media_path of the items is relative to')
    .requiredOption('--out <dir>', 'folder of the sheet: new, empty, or of an earlier export')
    .option('--items <n>', 'items on the sheet', parseCountFrom(1), 100)
    .option('--raters <n>', 'people who answer it, each by themselves', parseCountFrom(2), 2)
    .option('--seed <n>', 'seed of the sample, of the order and of the wrong answers beside open ones', parseCountFrom(Number.MIN_SAFE_INTEGER), 1)
    .addOption(new Option('--filter <key=value>', 'only items with this value, such as label_source=model_assisted; may be repeated').argParser(addFilter).default({}, 'all items'))
    .option('--max-frames <n>', 'pictures of an item at most', parseCountFrom(1), 8)
    .option('--frame-size <n>', 'longer side of a picture in pixels, at most 1024', parseFrameSize, 512)
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXPORT_NOTES)
    .action(async ({ json = false, ...flags }: ExportFlags) => {
      const { runReviewExport } = await import('../compose-review-export.js');
      const { text, exitCode } = await runReviewExport({ ...flags, json });
      process.stdout.write(text);
      process.exitCode = exitCode;
    });
}

function registerImport(review: Command): void {
  review
    .command('import')
    .summary('read what the raters said')
    .description('Joins the answers of all raters with the key, says how far they agree with the items and with each other, and writes the items with the outcome.')
    .requiredOption('--key <file>', 'the key.json of the export')
    .requiredOption('--answers <file...>', 'one file for each rater')
    .requiredOption('--data <path...>', 'the files or folders that the sheet was made from')
    .requiredOption('--out <dir>', 'folder of the items with their outcome: new, empty, or of an earlier import')
    .option('--json', 'print the report as one JSON document')
    .addHelpText('after', IMPORT_NOTES)
    .action(async ({ json = false, ...flags }: ImportFlags) => {
      const { runReviewImport } = await import('../compose-review-import.js');
      process.stdout.write(await runReviewImport({ ...flags, json }));
    });
}

/** Fields that a sample can be drawn by. */
const FILTER_FIELDS = ['dataset', 'task', 'task_mode', 'temporal_mode', 'question_type', 'label_source', 'organ'] as const;

function addFilter(text: string, filters: Record<string, string>): Record<string, string> {
  const [, field = '', value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (!(FILTER_FIELDS as readonly string[]).includes(field)) throw new InvalidArgumentError(`write KEY=VALUE with one of the keys ${FILTER_FIELDS.join(', ')}.`);
  if (Object.hasOwn(filters, field)) throw new InvalidArgumentError(`${field} is stated twice.`);
  return { ...filters, [field]: value };
}

function parseFrameSize(text: string): number {
  const size = parseCountFrom(64)(text);
  if (size > 1024) throw new InvalidArgumentError('Expected at most 1024.');
  return size;
}
