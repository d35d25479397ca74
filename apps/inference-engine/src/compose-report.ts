import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';

import { readManifest, RUN_FILES } from '@medstream/evaluation';
import { isReportPage, renderReport, type ReportRun } from '@medstream/report';
import { EngineError, parseJsonText, summarySchema } from '@medstream/schema';
import { writeFileAtomically } from '@medstream/store';

import { assertFolder } from './compose-run.js';
import { describeFolder } from './compose-run-folder.js';

/**
 * Writes the page about some run folders. A file that is there is replaced only where it is such a page, or named as one.
 *
 * @throws EngineError `usage/missing-root`, `usage/bad-argument`, `usage/output-not-empty`, `store/corrupt`
 */
export async function writeReport(runs: readonly string[], file: string): Promise<void> {
  await assertReplaceable(file);
  const read = await Promise.all(runs.map(async (run) => ({ folder: basename(resolve(run)), ...(await readRun(run)) })));
  const models = read.map(({ manifest }) => manifest?.model);
  const labelled = read.map(({ folder, ...run }): ReportRun => {
    const model = run.manifest?.model;
    if (model === undefined) return { ...run, label: folder };
    return models.filter((other) => other === model).length === 1 ? run : { ...run, label: `${model} · ${folder}` };
  });
  await writeFileAtomically(file, renderReport({ runs: labelled }));
}

async function assertReplaceable(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null) return;
  if (found.isDirectory()) throw new EngineError('usage/bad-argument', `${file} of --out is a folder`, { hint: 'name the page to write, such as comparison.html' });
  if (/\.html?$/i.test(file)) return;
  const text = found.isFile() ? await readFile(file, 'utf8').catch(() => '') : '';
  if (!isReportPage(text)) throw new EngineError('usage/output-not-empty', `${file} of --out is there and is no report`, { hint: 'name a new file, or one that ends in .html' });
}

async function readRun(run: string): Promise<ReportRun> {
  await assertFolder(run, 'RUN');
  const folder = describeFolder(run);
  const [manifest, summary] = [await folder.readText(RUN_FILES.manifest), await folder.readText(RUN_FILES.summary)];
  if (summary === null) throw new EngineError('usage/bad-argument', `${run} holds no ${RUN_FILES.summary}`, { hint: 'finish the run with --resume, or score it' });
  const parsed = summarySchema.safeParse(parseJsonText(summary, `${run}/${RUN_FILES.summary}`));
  if (!parsed.success) throw new EngineError('store/corrupt', `${run}/${RUN_FILES.summary} is not a summary: ${parsed.error.issues[0]?.message}`, { hint: 'score the run again', cause: parsed.error });
  return { manifest: manifest === null ? null : readManifest(manifest), summary: parsed.data };
}
