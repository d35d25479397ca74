import { stat } from 'node:fs/promises';

import { renderFindings, renderSarif, validateFiles } from '@medstream/building';
import { EngineError, stringifyJsonDocument, type ValidationReport } from '@medstream/schema';
import { listItemFiles, readBenchmarkItems } from '@medstream/store';
import { VALIDATION_RULES } from '@medstream/validation';

import { composeMediaExtent } from './compose-media-extent.js';
import { readEnvironment } from './config.js';
import { ENGINE_VERSION } from './engine-version.js';
import { readFieldAliases } from './read-field-aliases.js';

export interface ValidateRequest {
  /** Files and folders, as typed. */
  paths: readonly string[];
  mediaRoot: string | null;
  /** File that says under which names fields stand; null for our own names. */
  roundsAlias: string | null;
  format: 'text' | 'json' | 'sarif';
}

/**
 * Runs the command `validate`.
 *
 * @throws EngineError `usage/missing-root`, `input/no-items`, `media/ffmpeg-missing`, `config/*` for the file of names
 */
export async function runValidate({ paths, mediaRoot, roundsAlias, format }: ValidateRequest): Promise<{ text: string; hasErrors: boolean }> {
  if (mediaRoot !== null) await assertFolder(mediaRoot);
  const names = roundsAlias === null ? {} : { aliases: await readFieldAliases(roundsAlias) };
  const files = await listItemFiles(paths);
  const { ffmpegPath } = readEnvironment();
  const report = await validateFiles(
    { readItems: (list) => readBenchmarkItems(list, names), readMediaExtent: mediaRoot === null ? null : composeMediaExtent(mediaRoot, { ffmpegPath }) },
    { files },
  );
  return { text: renderReport(report, format), hasErrors: report.findings.some(({ severity }) => severity === 'error') };
}

function renderReport(report: ValidationReport, format: ValidateRequest['format']): string {
  if (format === 'json') return stringifyJsonDocument(report);
  if (format === 'sarif') return stringifyJsonDocument(renderSarif(report, { version: ENGINE_VERSION, rules: VALIDATION_RULES }));
  return `${renderFindings(report)}\n`;
}

async function assertFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then((entry) => entry.isDirectory(), () => false);
  if (!isFolder) throw new EngineError('usage/missing-root', `the media root ${folder} is not a folder that exists`, { hint: 'check the path' });
}
