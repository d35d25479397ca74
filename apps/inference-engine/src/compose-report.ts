import { readFile, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';

import { readManifest, readReportedItems, RUN_FILES, type RunFolder } from '@medstream/evaluation';
import { createDetailsCollector, DEFAULT_MAX_ITEMS, exportMainTable, isReportPage, renderReport, type ReportRun, TABLE_FORMATS, type Thumbnails } from '@medstream/report';
import { EngineError, parseJsonText, summarySchema } from '@medstream/schema';
import { writeFileAtomically } from '@medstream/store';

import { assertFolder } from './compose-run.js';
import { describeFolder } from './compose-run-folder.js';
import { LIST_PRICES } from './list-prices.js';

/** Makes pictures for the frames of these hashes; those that are not at hand are left out. */
export type MakeThumbnails = (hashes: readonly string[]) => Promise<Thumbnails>;

/**
 * Writes the page about some run folders, or, to a file that ends in .csv, .md or .tex, their main table. A file that is
 * there is replaced only where it is such a page, or named as what is written.
 *
 * @param makeThumbnails undefined: no pictures
 * @throws EngineError `usage/missing-root`, `usage/bad-argument`, `usage/output-not-empty`, `store/corrupt`
 */
export async function writeReport(runs: readonly string[], file: string, makeThumbnails?: MakeThumbnails): Promise<void> {
  await assertReplaceable(file);
  const format = TABLE_FORMATS.find((name) => extname(file).toLowerCase() === `.${name}`);
  if (format !== undefined && makeThumbnails !== undefined) throw new EngineError('usage/bad-argument', `--thumbnails has no use for a ${format} table`, { hint: 'name a page with --out, such as comparison.html' });
  const maxItems = Math.floor(DEFAULT_MAX_ITEMS / runs.length);
  const read: (ReportRun & { folder: string })[] = [];
  // one after the other: their items are read through, and only what is shown is kept
  for (const run of runs) read.push({ folder: basename(resolve(run)), ...(await readRun(run, format === undefined ? maxItems : null)) });
  const models = read.map(({ manifest }) => manifest?.model);
  const labelled = read.map(({ folder, ...run }): ReportRun => {
    const model = run.manifest?.model;
    if (model === undefined) return { ...run, label: folder };
    return models.filter((other) => other === model).length === 1 ? run : { ...run, label: `${model} · ${folder}` };
  });
  if (format !== undefined) return writeFileAtomically(file, exportMainTable(labelled, format));
  const thumbnails = makeThumbnails === undefined ? new Map<string, string>() : await makeThumbnails(listFrames(labelled));
  await writeFileAtomically(file, await renderReport({ runs: labelled, thumbnails }));
}

async function assertReplaceable(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null) return;
  if (found.isDirectory()) throw new EngineError('usage/bad-argument', `${file} of --out is a folder`, { hint: 'name the page to write, such as comparison.html' });
  if (/\.(?:html?|csv|md|tex)$/i.test(file)) return;
  const text = found.isFile() ? await readFile(file, 'utf8').catch(() => '') : '';
  if (!isReportPage(text)) throw new EngineError('usage/output-not-empty', `${file} of --out is there and is no report`, { hint: 'name a new file, or one that ends in .html' });
}

/** @param maxItems items to show; null: none are read */
async function readRun(run: string, maxItems: number | null): Promise<ReportRun> {
  await assertFolder(run, 'RUN');
  const folder = describeFolder(run);
  const [manifest, summary] = [await folder.readText(RUN_FILES.manifest), await folder.readText(RUN_FILES.summary)];
  if (summary === null) throw new EngineError('usage/bad-argument', `${run} holds no ${RUN_FILES.summary}`, { hint: 'finish the run with --resume, or score it' });
  const parsed = summarySchema.safeParse(parseJsonText(summary, `${run}/${RUN_FILES.summary}`));
  if (!parsed.success) throw new EngineError('store/corrupt', `${run}/${RUN_FILES.summary} is not a summary: ${parsed.error.issues[0]?.message}`, { hint: 'score the run again', cause: parsed.error });
  return { manifest: manifest === null ? null : readManifest(manifest), summary: parsed.data, ...(maxItems === null || !(await folder.listNames()).includes(RUN_FILES.items) ? {} : { details: await readDetails(folder, maxItems) }) };
}

async function readDetails(folder: RunFolder, maxItems: number): Promise<ReportRun['details']> {
  const collector = createDetailsCollector({ maxItems, prices: LIST_PRICES });
  for await (const reported of readReportedItems(folder)) collector.add(reported);
  return collector.finish();
}

/** Hashes of the frames that can be shown. */
function listFrames(runs: readonly ReportRun[]): string[] {
  const hashes = runs.flatMap(({ details }) => (details?.items.shown ?? []).flatMap(({ calls }) => calls.flatMap(({ lastFrame }) => lastFrame ?? [])));
  return [...new Set(hashes)];
}
