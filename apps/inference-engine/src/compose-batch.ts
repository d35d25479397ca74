import { stat } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';

import { type BatchLimits, exportBatch, type ExportedBatch, importBatch, type ImportedBatch } from '@medstream/evaluation';
import { parseModelSpec } from '@medstream/models';
import { EngineError } from '@medstream/schema';
import { openReplyCache, readJsonRecords, writeJsonLinesAtomically } from '@medstream/store';

import type { CommandContext } from './command-context.js';
import { composeBatchModel } from './compose-batch-model.js';
import { findAddress } from './compose-model.js';
import { assertFolder, composeRun } from './compose-run.js';
import { openRunFolder } from './compose-run-folder.js';
import type { RunSettings } from './run-settings.js';

/** Longest line of a file of replies. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024;

export interface ExportRequest extends RunSettings {
  file: string;
  limits: BatchLimits;
  /** Also calls of an earlier export that are not imported. */
  again: boolean;
}

/** Plans a run and writes what it has still to ask into batch files; returns their names, too. */
export async function exportRequests(request: ExportRequest, context: CommandContext): Promise<ExportedBatch & { files: string[] }> {
  const model = composeBatchModel(request.model, { baseUrl: findAddress(request.model, request.baseUrl, context.environment), apiKey: findKey(request.model, context.environment) });
  await assertNew(request.file);
  const { plan, answerer } = await composeRun(request, context);
  if (answerer.kind === 'baseline') throw new EngineError('defect/broken-promise', 'a model of a server became a baseline');
  const folder = await openRunFolder(request.out);
  const files: string[] = [];
  try {
    const writePart = async (number: number, lines: AsyncIterable<unknown>): Promise<void> => {
      const file = nameOfPart(request.file, number);
      await assertNew(file);
      await writeJsonLinesAtomically(file, lines);
      files.push(file);
    };
    const exported = await exportBatch(plan, { folder, answerer, describeRequest: model.describeRequest, writePart }, { limits: request.limits, again: request.again, signal: context.signal });
    return { ...exported, files };
  } finally {
    await folder.release();
  }
}

const findKey = (model: string, { apiKeys }: CommandContext['environment']): string | undefined => apiKeys[parseModelSpec(model).provider];

/** `requests.jsonl`, `requests.2.jsonl`, … */
export function nameOfPart(file: string, number: number): string {
  if (number === 1) return file;
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}.${number}${ext}`);
}

/** A file that exists may be on its way to a vendor. */
async function assertNew(file: string): Promise<void> {
  if ((await stat(file).catch(() => null)) === null) return;
  throw new EngineError('usage/output-not-empty', `${file} exists`, { hint: 'name a new file with --out: an earlier batch may be under way' });
}

export interface ImportRequest {
  run: string;
  files: string[];
  baseUrl: string | undefined;
  cache: string | undefined;
}

/** Records the replies of a batch in its run. */
export async function importReplies({ run, files, baseUrl, cache }: ImportRequest, { environment, signal }: CommandContext): Promise<ImportedBatch> {
  await assertFolder(run, 'RUN');
  for (const file of files) if ((await stat(file).catch(() => null))?.isFile() !== true) throw new EngineError('usage/missing-root', `the file ${file} does not exist`, { hint: 'check the path' });
  const folder = await openRunFolder(run);
  try {
    return await importBatch(
      {
        folder,
        files: files.map((file) => ({ name: basename(file), records: readValues(file) })),
        cache: openReplyCache(join(cache ?? environment.cacheFolder, 'replies')),
        composeReader: ({ model }) => composeBatchModel(model, { baseUrl: findAddress(model, baseUrl, environment), apiKey: findKey(model, environment) }),
      },
      { signal },
    );
  } finally {
    await folder.release();
  }
}

async function* readValues(file: string): AsyncGenerator<unknown> {
  for await (const { value } of readJsonRecords(file, { maxRecordBytes: MAX_REPLY_BYTES })) yield value;
}
