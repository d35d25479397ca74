import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

import type { OutputFolder } from '@medstream/building';
import { createReviewApplier, decodeAnswerText, judgeAnswers, MAX_ANSWER_SIGNS, readAnswers, readReviewKey, renderReviewReport, type ReviewKey, type ReviewReport, reviewReportSchema } from '@medstream/review';
import { buildManifestSchema, EngineError, parseJsonText, stringifyJsonDocument } from '@medstream/schema';
import { listItemFiles, lockFolder, readJsonRecords, readTextIfAny } from '@medstream/store';

import { claimOutput } from './claim-output.js';
import { composeOutputFolder } from './compose-output-folder.js';

export interface ReviewImportRequest {
  key: string;
  answers: readonly string[];
  data: readonly string[];
  out: string;
  json: boolean;
}

const REPORT_FILE = 'review.json';

/**
 * Runs `review import`; the text belongs on standard output.
 *
 * @throws EngineError `usage/*`, `input/*`, `store/*`
 */
export async function runReviewImport({ key: keyFile, answers, data, out, json }: ReviewImportRequest): Promise<string> {
  const key = readReviewKey(await readInput(keyFile), basename(keyFile));
  const given = [];
  for (const file of answers) given.push(readAnswers(await readInput(file), { name: basename(file), key }));
  const { quality, report } = judgeAnswers(key, given);
  const files = await listItemFiles(data);
  await assertApart(files, out);
  const lock = await lockFolder(out);
  try {
    const output = composeOutputFolder(out);
    const claim = await claimOutput(output, { mark: REPORT_FILE, command: 'review import' });
    // a dry pass first: nothing is written where an item is missing or is another one
    await applyTo(files, createReviewApplier(key, quality), async (_, records) => {
      for await (const record of records) void record;
      return '';
    });
    await claim.begin();
    await removeEarlier(output, files.map((file) => basename(file)));
    const written = await applyTo(files, createReviewApplier(key, quality), async (path, records) => (await output.writeLines(path, records)).sha256);
    await copyManifest({ data, output, written, key });
    const whole: ReviewReport = { ...report, files: written };
    await output.writeText(REPORT_FILE, stringifyJsonDocument(whole));
    await claim.finish();
    return json ? stringifyJsonDocument(whole) : renderReviewReport(whole);
  } finally {
    await lock.release();
  }
}

/** Files of an earlier import that this one does not write anew. */
async function removeEarlier(output: OutputFolder, names: readonly string[]): Promise<void> {
  const text = await output.readText(REPORT_FILE);
  const earlier = text === null ? null : reviewReportSchema.safeParse(parseJsonText(text, REPORT_FILE));
  await output.remove('manifest.json');
  for (const { path } of earlier?.success === true ? earlier.data.files : []) if (!names.includes(path)) await output.remove(path);
}

type WrittenFile = ReviewReport['files'][number];

async function applyTo(files: readonly string[], applier: ReturnType<typeof createReviewApplier>, write: (path: string, records: AsyncIterable<unknown>) => Promise<string>): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const file of files) {
    const counts = { items: 0, reviewed: 0 };
    const path = basename(file);
    const sha256 = await write(path, applied(file, applier, counts));
    written.push({ path, sha256, ...counts });
  }
  applier.finish();
  return written;
}

async function* applied(file: string, applier: ReturnType<typeof createReviewApplier>, counts: { items: number; reviewed: number }): AsyncGenerator<unknown> {
  for await (const { value } of readJsonRecords(file)) {
    const { record, isReviewed } = applier.apply(value);
    counts.items += 1;
    if (isReviewed) counts.reviewed += 1;
    yield record;
  }
}

/** A benchmark folder brings its manifest along, with the hashes of the new files. */
async function copyManifest({ data, output, written, key }: { data: readonly string[]; output: OutputFolder; written: readonly WrittenFile[]; key: ReviewKey }): Promise<void> {
  const [folder, ...others] = data;
  if (folder === undefined || others.length > 0 || !(await isFolder(folder))) return;
  const text = await readTextIfAny(resolve(folder, 'manifest.json'));
  if (text === null) return;
  const parsed = buildManifestSchema.safeParse(parseJsonText(text, 'manifest.json'));
  if (!parsed.success) return;
  const manifest = parsed.data;
  const hashes = new Map(written.map(({ path, sha256 }) => [path, sha256]));
  const files = manifest.files.map((file) => ({ ...file, sha256: hashes.get(file.path) ?? file.sha256 }));
  await output.writeText('manifest.json', stringifyJsonDocument({ ...manifest, files, notes: [...manifest.notes, `quality of items from the human check ${key.sheet}: see ${REPORT_FILE}`] }));
}

async function readInput(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    // four bytes a sign at most
    if (size > 4 * MAX_ANSWER_SIGNS) throw new EngineError('input/too-large', `${file} has ${size} bytes, over the limit of ${4 * MAX_ANSWER_SIGNS}`, { hint: 'name the file that the form saved, or the key' });
    return decodeAnswerText(await readFile(file), basename(file));
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new EngineError('usage/bad-argument', `${file} does not exist`, { cause, hint: 'check the path' });
    throw new EngineError('input/unreadable', `cannot read ${file} (${code})`, { cause, hint: 'name a file that can be read' });
  }
}

/** Files keep their names, so that no two may have one, and none may lie where it is written. */
async function assertApart(files: readonly string[], out: string): Promise<void> {
  const names = files.map((file) => basename(file));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new EngineError('usage/bad-argument', `two files of --data are called ${twice}`, { hint: 'import them one after the other, each into a folder of its own' });
  const target = await realpath(out).catch(() => resolve(out));
  for (const file of files) if ((await realpath(dirname(file)).catch(() => null)) === target) throw new EngineError('usage/bad-argument', `--out is the folder of ${file}, which stays as it is`, { hint: 'name another folder with --out' });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then((entry) => entry.isDirectory(), () => false);
}
