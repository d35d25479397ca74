import { stat } from 'node:fs/promises';

import { exportReview, readReviewKey, type ReviewKey } from '@medstream/review';
import { type BenchmarkItem, cleanLine, EngineError, type ExitCode, stringifyJsonDocument } from '@medstream/schema';
import { listSources } from '@medstream/sources';
import { listItemFiles, lockFolder, readBenchmarkItems } from '@medstream/store';

import { claimOutput } from './claim-output.js';
import { composeOutputFolder } from './compose-output-folder.js';
import { composeReviewPictures } from './compose-review-pictures.js';
import { readEnvironment } from './config.js';

export interface ReviewExportRequest {
  data: readonly string[];
  mediaRoot: string;
  out: string;
  items: number;
  raters: number;
  seed: number;
  filter: Readonly<Record<string, string>>;
  maxFrames: number;
  frameSize: number;
  json: boolean;
}

const KEY_FILE = 'key.json';
const FORM_FILE = 'for-raters/review.html';
const TABLE_FILE = 'for-raters/sheet.csv';

/**
 * Runs `review export`; the text belongs on standard output.
 *
 * @throws EngineError `usage/*`, `input/*`, `media/missing`, `media/ffmpeg-missing`, `store/*`
 */
export async function runReviewExport({ data, mediaRoot, out, items: wanted, raters, seed, filter, maxFrames, frameSize, json }: ReviewExportRequest): Promise<{ text: string; exitCode: ExitCode }> {
  await assertFolder(mediaRoot);
  const { items, unreadable } = await readItems(await listItemFiles(data));
  const lock = await lockFolder(out);
  try {
    const output = composeOutputFolder(out);
    const claim = await claimOutput(output, { mark: KEY_FILE, command: 'review export' });
    const readPictures = composeReviewPictures({ root: mediaRoot, maxSide: frameSize, ffmpegPath: readEnvironment().ffmpegPath });
    const { form, table, key } = await exportReview({ readPictures }, items, { wanted, raters, seed, maxFrames, frameSide: frameSize, filters: filter });
    await assertSameSheet(await output.readText(KEY_FILE), key);
    await claim.begin();
    await output.writeText(FORM_FILE, form);
    await output.writeText(TABLE_FILE, table);
    // last: a folder with a key is whole
    await output.writeText(KEY_FILE, stringifyJsonDocument(key));
    await claim.finish();
    const terms = listTerms(key);
    const document = { sheet: key.sheet, items: key.items.length, raters, left_out: key.left_out, population: key.population, terms, unreadable, form_bytes: Buffer.byteLength(form), files: [FORM_FILE, TABLE_FILE, KEY_FILE] };
    return { text: json ? stringifyJsonDocument(document) : describeExport(key, { out, wanted, formBytes: document.form_bytes, terms }), exitCode: unreadable > 0 ? 1 : 0 };
  } finally {
    await lock.release();
  }
}

/** The key of a sheet that raters may have in hand is never lost. */
async function assertSameSheet(earlier: string | null, { sheet }: ReviewKey): Promise<void> {
  if (earlier === null || readReviewKey(earlier, KEY_FILE).sheet === sheet) return;
  throw new EngineError('usage/output-not-empty', 'the output folder holds the key of another sheet, which raters may be answering', { hint: 'name a new folder with --out' });
}

async function readItems(files: readonly string[]): Promise<{ items: BenchmarkItem[]; unreadable: number }> {
  const items: BenchmarkItem[] = [];
  let unreadable = 0;
  for await (const read of readBenchmarkItems(files)) {
    if ('item' in read) items.push(read.item);
    else {
      unreadable += 1;
      const { problem } = read;
      process.stderr.write(`warning: ${cleanLine(`${problem.file}, record ${problem.record}${problem.path === '' ? '' : `, ${problem.path}`}: ${problem.message}`)}; the item is left out\n`);
    }
  }
  if (items.length === 0) throw new EngineError('input/no-items', 'the files hold no item that can be read', { hint: 'medstream-data validate says what is wrong with each' });
  return { items, unreadable };
}

/** Which terms bind whoever gets the form: the data sets on it that are not free to be passed on, and those that are not known. */
function listTerms(key: ReviewKey): Record<string, string> {
  const known = new Map(listSources().flatMap(({ descriptor }) => [descriptor.id, ...descriptor.aliases].map((name) => [name.toLowerCase(), descriptor] as const)));
  const datasets = [...new Set(key.items.map(({ dataset }) => dataset))].sort();
  return Object.fromEntries(datasets.flatMap((dataset): [string, string][] => {
    const source = known.get(dataset.toLowerCase());
    return source?.redistributable === true ? [] : [[dataset, source === undefined ? 'terms not known here' : `${source.access}; ${source.licence}`]];
  }));
}

function describeExport(key: ReviewKey, { out, wanted, formBytes, terms }: { out: string; wanted: number; formBytes: number; terms: Record<string, string> }): string {
  const leftOut = Object.entries(key.left_out);
  const strata = Object.keys(key.population).length;
  return [
    `${key.sheet}: ${key.items.length} ${key.items.length === 1 ? 'item' : 'items'}${key.items.length < wanted ? ` of the ${wanted} asked for` : ''} in ${strata} ${strata === 1 ? 'stratum' : 'strata'}, for ${key.raters} raters`,
    ...(leftOut.length === 0 ? [] : [`drawn and left out: ${leftOut.map(([reason, count]) => `${count} x ${reason}`).join(', ')}`]),
    `${out}/${FORM_FILE} (${(formBytes / 1e6).toFixed(1)} MB) and ${out}/${TABLE_FILE} are for the raters`,
    `${out}/${KEY_FILE} is not: it holds the answers, and import needs it`,
    ...Object.entries(terms).map(([dataset, said]) => `the form holds pictures of ${cleanLine(dataset)}: ${cleanLine(said)}`),
    '',
  ].join('\n');
}

async function assertFolder(folder: string): Promise<void> {
  if (!(await stat(folder).then((entry) => entry.isDirectory(), () => false))) throw new EngineError('usage/missing-root', `the media root ${folder} is not a folder that exists`, { hint: 'check the path' });
}
